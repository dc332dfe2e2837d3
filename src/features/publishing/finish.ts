import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { StaticFile } from '../../server/http/static-files.ts';
import { addressOfFile, PAYLOAD } from './addresses.ts';
import { InlineHashes } from './inline-hashes.ts';
import { cacheControl } from './page-headers.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
const COMPRESSED = new Set(['.html', '.json', '.css', '.js', '.svg', '.txt', '.xml']);

/** Brotli qualities: pages are many and may be written anew at any time; assets are few and stay. */
const QUALITY = { page: 5, asset: 11 };
const AT_ONCE = 8;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Compresses every file of a built client folder beside itself and lists what each address answers. */
export async function finishFiles(folder: string, onProgress: (done: number, all: number) => void) {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
  const hashes = new InlineHashes();
  const files: [string, StaticFile][] = Array.from({ length: names.length });
  let next = 0;
  let done = 0;
  const work = async () => {
    for (let index = next++; index < names.length; index = next++) {
      const name = names[index]!;
      files[index] = [addressOf(name), await finishFile(folder, name, hashes)];
      onProgress(++done, names.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { files, hashes: hashes.found() };
}

async function finishFile(folder: string, name: string, hashes: InlineHashes): Promise<StaticFile> {
  const path = join(folder, name);
  const content = await readFile(path);
  const extension = extname(name);
  const sizes: StaticFile['sizes'] = { identity: content.length };
  if (extension === '.html') hashes.add(content.toString());
  if (COMPRESSED.has(extension)) {
    const quality = extension === '.html' || extension === '.json' ? QUALITY.page : QUALITY.asset;
    const [small, zipped] = await Promise.all([
      brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
      zip(content, { level: 6 }),
    ]);
    await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, zipped)]);
    Object.assign(sizes, { br: small.length, gzip: zipped.length });
  }
  return {
    file: name,
    type: name === 'speculation-rules.json' ? 'application/speculationrules+json' : (TYPES[extension] ?? 'application/octet-stream'),
    digest: createHash('sha256').update(content).digest('base64url').slice(0, 16),
    cacheControl: name.startsWith('_astro/') ? 'public, max-age=31536000, immutable' : cachedAs(name, extension),
    sizes,
  };
}

function cachedAs(name: string, extension: string): string {
  if (extension !== '.html' && !name.endsWith(PAYLOAD.slice(1))) return 'public, max-age=3600';
  return cacheControl(addressOf(name).replace(PAYLOAD, '').replace(/\?.*$/, '') || '/');
}

/** The address a file answers: a page's is its folder's. */
function addressOf(name: string): string {
  if (!name.endsWith('index.html')) return `/${name}`;
  const { path, page } = addressOfFile(`/${name}`.replace(/\/index\.html$/, '') || '/');
  return page === 1 ? path : `${path}?page=${page}`;
}
