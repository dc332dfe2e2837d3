import type { Db } from '../../server/db/database.ts';
import { IMMUTABLE } from '../../server/http/static-files.ts';
import { required } from '../../lib/required.ts';
import { photoAddress } from '../pictures/photo.ts';
import { copyNames, copyOf } from '../pictures/stored.server.ts';
import { fileOf } from './addresses.ts';
import type { RenderJob } from './render-job.ts';

/** The copies of a picture; nothing when no picture has the digest any more. */
export async function pictureJobs(db: Db, digest: string): Promise<RenderJob[]> {
  const names = await copyNames(db, digest);
  return names.map((name) => {
    const address = photoAddress(digest, name);
    const make = async () => required(await copyOf(db, digest, name), `the picture ${address}`);
    return { address, file: fileOf(address), cacheControl: IMMUTABLE, madeFrom: digest, make };
  });
}
