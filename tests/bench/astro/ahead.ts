import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadPage, type ShownPage } from '../../../src/features/rendering/load.server.ts';
import { BROWSER_FILLED } from '../../../src/features/rendering/browser-filled.ts';
import { TEXT_PAGES } from '../../../src/features/rendering/text-pages.ts';
import type { Context } from '../../../src/server/context.ts';

/** What the process that builds hands to its pages, of which the bundle has copies of its own. */
interface Handed {
  /** File with the list of addresses. */
  addresses: string;
  /** Folder that pages are written to. */
  pages: string;
  /** Called when the code is bundled and the first page is about to be made. */
  onBegun(): void;
}

const HANDED = Symbol.for('magpie.bench.ahead');
const holder = globalThis as { [HANDED]?: Handed };

export function handOver(handed: Handed): void {
  holder[HANDED] = handed;
}

/** A page that is written ahead. */
export interface Ahead {
  /** Path of its folder, as Astro's catch-all names it; undefined for the first page. */
  folder: string | undefined;
  path: string;
  number: number;
}

/** Every page that is to be written. */
export async function allAhead(): Promise<Ahead[]> {
  holder[HANDED]!.onBegun();
  const addresses = JSON.parse(await readFile(holder[HANDED]!.addresses, 'utf8')) as string[];
  return addresses.map((address) => {
    const { pathname: path, searchParams } = new URL(address, 'http://localhost');
    const number = Number(searchParams.get('page') ?? 1);
    return { path, number, folder: folderOf(path, number).slice(1) || undefined };
  });
}

/** A query names no file, so later pages of a feed lie in folders of their own. */
export const folderOf = (path: string, number: number) => `${path === '/' ? '' : path}${number > 1 ? `/_pages/${number}` : ''}`;

/** Pages that show nothing of the catalogue, so they have no data. */
export const PLAIN_PAGES = [...TEXT_PAGES, ...BROWSER_FILLED];

/** What a page shows; its payload is written beside it. Undefined for a page of text. */
export async function showAhead(context: Context, { path, number }: Ahead): Promise<ShownPage | undefined> {
  if (PLAIN_PAGES.includes(path)) return undefined;
  const loaded = await loadPage(context, path, new URLSearchParams({ page: String(number) }));
  if (loaded.status !== 200) throw new Error(`${path} cannot be written ahead: it answers ${loaded.status}`);
  if (number === 1) {
    const folder = join(holder[HANDED]!.pages, path);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '_payload.json'), JSON.stringify(loaded.page));
  }
  return loaded.page;
}
