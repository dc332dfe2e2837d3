import { IMMUTABLE } from '../../server/http/static-files.ts';
import type { Call } from '../../server/http/endpoint.ts';
import { lookFiles, type OwnLook } from '../../server/look/look.ts';
import { fileOf } from './addresses.ts';
import type { RenderJob } from './render-job.ts';

/** The files of a site's own look: its mark, favicon, icons and colour. */
export const lookJobs = (own: OwnLook): RenderJob[] =>
  lookFiles(own).map(({ address, make }) => ({
    address,
    file: fileOf(address),
    cacheControl: IMMUTABLE,
    madeFrom: address,
    make: async () => Buffer.from(await make()),
  }));

/** Answers `/site/{name}` until it is published; undefined where the site has no such file. */
export async function lookFile({ context, path }: Pick<Call, 'context' | 'path'>): Promise<Response | undefined> {
  const found = lookFiles(context.config).find(({ address }) => address === path);
  if (!found) return undefined;
  const headers = { 'Content-Type': found.type, 'Cache-Control': IMMUTABLE };
  return new Response(new Uint8Array(await found.make()), { headers });
}
