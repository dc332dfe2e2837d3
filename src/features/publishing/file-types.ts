import { extname } from 'node:path';
import { MANIFEST_TYPE } from '../offline/manifest.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': MANIFEST_TYPE,
};
const COMPRESSED = new Set(['.html', '.json', '.css', '.js', '.svg', '.txt', '.xml', '.webmanifest']);

/** Content type of a file by its name. */
export function typeOf(name: string): string {
  if (name === 'speculation-rules.json') return 'application/speculationrules+json';
  return TYPES[extname(name)] ?? 'application/octet-stream';
}

/** Whether compressing a file makes it smaller. */
export const isText = (name: string) => COMPRESSED.has(extname(name));
