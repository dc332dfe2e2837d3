/** `compress-folder.ts FOLDER`: compresses every page and payload in a folder beside itself, as a release has them. */
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotli, gzip, QUALITY } from '../../src/features/rendering/compress.ts';

const AT_ONCE = 6;

const [folder] = process.argv.slice(2);
const files = glob('**/*.{html,json}', { cwd: folder! });
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = await files.next(); !next.done; next = await files.next()) {
      const path = join(folder!, next.value);
      const content = await readFile(path);
      await writeFile(`${path}.br`, await brotli(content, QUALITY.soon));
      await writeFile(`${path}.gz`, await gzip(content));
    }
  }),
);
