import { KEPT_LIST, OFFLINE_PAGE, PAGES_CACHE, readKeptPages, type KeptPages } from '../caches.ts';
import { withinSpace, keyOf, sortByImportance, withinLimits, type KeptPage } from '../kept-page.ts';
import { filesIn, titleIn } from '../page-text.ts';
import { fileSizes, keepFiles, removeUnused } from './files.ts';
import { scope } from './scope.ts';
import { DAY_MS } from '../../../lib/durations.ts';

/** All that is kept, in characters and bytes. */
const ROOM = 50 * 1024 * 1024;
/** The page that lists the kept pages is fetched again after this time, in milliseconds. */
const OFFLINE_PAGE_MS = DAY_MS;
/** Headers that are not stored, because they only apply to the network response. */
const NOT_KEPT = ['content-encoding', 'content-length', 'vary', 'speculation-rules'];

export const openPages = () => caches.open(PAGES_CACHE);

let work: Promise<unknown> = Promise.resolve();
/** How often everything was deleted; pages that were requested before that are not stored any more. */
let deletions = 0;
export const generation = () => deletions;

/** Runs changes of the list of kept pages one after the other. A failed change has no effect; if storage is full, room is made. */
export function updateKeptPages(change: (kept: KeptPages) => Promise<KeptPages | undefined>): Promise<void> {
  const done = work.then(async () => {
    const kept = await readKeptPages();
    await changed(kept, change).catch(async (error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) return;
      await storeList({ ...kept, pages: sortByImportance(kept.pages).slice(0, kept.pages.length >> 1) });
      await changed(await readKeptPages(), change).catch(() => undefined);
    });
  });
  work = done.catch(() => undefined);
  return done;
}

async function changed(kept: KeptPages, change: (kept: KeptPages) => Promise<KeptPages | undefined>): Promise<void> {
  const next = await change(kept);
  if (next) await storeList({ ...next, pages: withinSpace(withinLimits(next.pages), await fileSizes(), ROOM) });
}

/** Stores the list, and removes pages and files that it no longer needs. */
async function storeList(kept: KeptPages): Promise<void> {
  const cache = await openPages();
  const keys = new Set([KEPT_LIST, OFFLINE_PAGE, ...kept.pages.map(({ key }) => key)]);
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    if (!keys.has(pathname + search)) await cache.delete(request);
  }
  await cache.put(KEPT_LIST, Response.json(kept));
  await removeUnused(kept);
}

/**
 * Whether a response may be kept: a complete page that is the same for everybody. Pages for a visitor who has just written something have
 * `no-store`.
 */
export const isKeepable = ({ status, type, headers }: Response): boolean =>
  status === 200 &&
  type === 'basic' &&
  !!headers.get('content-type')?.startsWith('text/html') &&
  !headers.get('cache-control')?.includes('no-store');

/** Keeps a page. @param of the value of `generation` when it was requested */
export async function keepPage(path: string, response: Response, of: number): Promise<void> {
  const found = keyOf(new URL(path, location.origin));
  const read = await readPage(response);
  await updateKeptPages(async (before) => {
    if (!found || of !== deletions) return undefined;
    const kept = await ofNobodyElse(before);
    const page = kept.pages.find(({ key }) => key === found.key);
    const others = kept.pages.filter((other) => other !== page);
    const stored = await store(found.key, read);
    return { ...kept, ...(await offlinePage(kept)), pages: [{ ...page, ...found, path, ...stored }, ...others] };
  });
}

/** Drops the pages of a member whose session has ended. */
const ofNobodyElse = async (kept: KeptPages): Promise<KeptPages> =>
  // In browsers without a cookie store, pages send it (`viewer`).
  kept.owner && 'cookieStore' in scope && !(await scope.cookieStore.get('signed-in')) ? { offline: kept.offline, pages: [] } : kept;

interface ReadPage {
  html: string;
  at: number;
  headers: Headers;
}

/** Reads an answer whole. */
async function readPage(response: Response): Promise<ReadPage> {
  const headers = new Headers(response.headers);
  for (const name of NOT_KEPT) headers.delete(name);
  // A response from the browser's HTTP cache is older than now.
  const at = Math.min(Date.now(), Date.parse(headers.get('date') ?? '') || Infinity);
  return { html: await response.text(), headers, at };
}

/** Stores a page under a key, with what it loads. */
async function store(key: string, { html, headers, at }: ReadPage): Promise<Pick<KeptPage, 'title' | 'at' | 'size' | 'files'>> {
  await (await openPages()).put(key, new Response(html, { headers }));
  const files = filesIn(html);
  await keepFiles(files);
  return { title: titleIn(html), at, size: html.length, files: [...files.needed, ...files.others] };
}

/** The page that lists the kept pages, fetched if it is missing or old. */
async function offlinePage({ offline }: KeptPages): Promise<Pick<KeptPages, 'offline'>> {
  const isThere = offline && (await (await openPages()).match(OFFLINE_PAGE));
  if (isThere && Date.now() - offline.at < OFFLINE_PAGE_MS) return {};
  const response = await fetch(OFFLINE_PAGE).catch(() => undefined);
  return response && isKeepable(response) ? { offline: await store(OFFLINE_PAGE, await readPage(response)) } : {};
}

/** Fetches the page that lists the kept pages. */
export const keepOfflinePage = (): Promise<void> => updateKeptPages(async (kept) => ({ ...kept, ...(await offlinePage(kept)) }));

/** Deletes every visited page. */
export function deletePages(): Promise<void> {
  deletions++;
  return updateKeptPages(async ({ offline }) => ({ offline, pages: [] }));
}
