import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAYLOAD } from '../../src/features/rendering/addresses.ts';
import { LOG_FILE, PageLog, type PublishedFiles } from '../../src/features/publishing/page-log.ts';

/** Every address that a release publishes, and its file. */
export function publishedIn(release: string): PublishedFiles {
  // From a copy: opening the log of a site that runs would mend a line that is being written.
  const folder = mkdtempSync(join(tmpdir(), 'magpie-bench-log-'));
  try {
    copyFileSync(join(release, LOG_FILE), join(folder, LOG_FILE));
    const log = new PageLog(folder);
    const published = [...log.targets.values()].flat();
    log.close();
    return published;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Pages that web servers show by themselves; they are no addresses of the catalogue, so others than Magpie do not make them. */
const ERROR_PAGES = new Set(['/404.html', '/500.html']);

/** Addresses of the pages among what is published, feeds' later ones included. */
export const pagesAmong = (published: PublishedFiles): string[] =>
  published.flatMap(([address, { type }]) => (type.startsWith('text/html') && !ERROR_PAGES.has(address) ? [address] : []));

/** Addresses of the payloads among what is published. */
export const payloadsAmong = (published: PublishedFiles): string[] =>
  published.map(([address]) => address).filter((address) => address.endsWith(PAYLOAD));
