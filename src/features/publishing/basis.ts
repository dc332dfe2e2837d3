import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../server/config.ts';

const CODE = ['src/**/*.{ts,tsx,astro,scss,js,woff2}', 'public/**/*.*', 'astro.config.mjs', 'package-lock.json'];

/** Digest of what pages depend on besides the catalogue: the code and the settings that stand in them. */
export async function basisOf(root: string, config: Config): Promise<string> {
  const digest = createHash('sha256');
  const files: string[] = [];
  for await (const file of glob(CODE, { cwd: root })) files.push(file);
  for (const file of files.toSorted()) digest.update(file).update(await readFile(join(root, file)));
  digest.update(JSON.stringify([config.siteUrl, config.siteName, config.contactEmail]));
  return digest.digest('hex').slice(0, 16);
}
