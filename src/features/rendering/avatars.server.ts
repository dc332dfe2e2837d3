import type { Db } from '../../server/db/database.ts';
import { avatarImage } from '../accounts/avatar-image.server.ts';
import { IMMUTABLE } from '../../server/http/static-files.ts';
import { pictureAddress } from '../../lib/avatar.ts';
import { fileOf } from './addresses.ts';
import type { RenderJob } from './render-job.ts';

/** A member's own picture; nothing when no member has it any more. @param digest of the picture */
export async function avatarJobs(db: Db, digest: string): Promise<RenderJob[]> {
  const image = await avatarImage(db, digest);
  if (!image) return [];
  const address = pictureAddress(`${digest}.webp`);
  return [{ address, file: fileOf(address), cacheControl: IMMUTABLE, madeFrom: digest, make: () => Promise.resolve(image) }];
}
