import { FILES_CACHE, type KeptPages } from '../caches.ts';
import { scriptsIn, type ReferencedFiles } from '../page-text.ts';

/** Headers that are added to a kept file: its size in bytes, and the scripts that it needs and names. */
const SIZE = 'x-size';
const NEEDED = 'x-needed';
const OTHERS = 'x-others';

const openFiles = () => caches.open(FILES_CACHE);
const pathOf = ({ url }: Request) => new URL(url).pathname;
const listed = (kept: Response | undefined, header: string) => kept?.headers.get(header)?.split(' ').filter(Boolean) ?? [];

/** Answers a request for a file of a page: from the cache if the file never changes or the network does not answer. */
export async function answerFile(event: FetchEvent): Promise<Response> {
  const kept = await (await openFiles()).match(event.request.url);
  if (kept?.headers.get('cache-control')?.includes('immutable')) return kept;
  try {
    const response = await fetch(event.request);
    if (response.status === 200) event.waitUntil(put(pathOf(event.request), response.clone()).catch(() => undefined));
    return response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** Keeps a file. @throws QuotaExceededError where there is no room */
async function put(path: string, response: Response): Promise<Response> {
  const body = await response.blob();
  const headers = new Headers({ [SIZE]: String(body.size) });
  for (const name of ['content-type', 'cache-control']) headers.set(name, response.headers.get(name) ?? '');
  if (path.endsWith('.js')) {
    const { needed, others } = scriptsIn(await body.text());
    headers.set(NEEDED, needed.join(' '));
    headers.set(OTHERS, others.join(' '));
  }
  const kept = new Response(body, { headers });
  await (await openFiles()).put(path, kept.clone());
  return kept;
}

/**
 * Keeps the files of a page: those that it needs, including dynamic imports of its own scripts. Of further files, such as those that its
 * scripts load later, only what the browser has in its HTTP cache is kept, so that nothing is fetched that nobody asked for.
 */
export async function keepFiles(files: ReferencedFiles): Promise<void> {
  const cache = await openFiles();
  const seen = new Set<string>();
  /** @param later how dynamically imported scripts are fetched */
  const keep = async (path: string, init: RequestInit, later = CACHED): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    const kept = (await cache.match(path)) ?? (await fetched(path, init));
    // The needed files first, because they may also be named among the others.
    await Promise.all(listed(kept, NEEDED).map((name) => keep(name, init)));
    await Promise.all(listed(kept, OTHERS).map((name) => keep(name, later)));
  };
  await Promise.all(files.needed.map((path) => keep(path, {}, {})));
  await Promise.all(files.others.map((path) => keep(path, CACHED)));
}

const CACHED: RequestInit = { cache: 'only-if-cached', mode: 'same-origin' };

async function fetched(path: string, init: RequestInit): Promise<Response | undefined> {
  const response = await fetch(path, { ...init, priority: 'low' }).catch(() => undefined);
  return response?.status === 200 ? put(path, response) : undefined;
}

/** Bytes of the kept files, by their paths. */
export async function fileSizes(): Promise<Map<string, number>> {
  const cache = await openFiles();
  const [requests, responses] = await Promise.all([cache.keys(), cache.matchAll()]);
  return new Map(requests.map((request, index) => [pathOf(request), Number(responses[index]?.headers.get(SIZE))]));
}

/** Removes the files that nothing kept needs any more. */
export async function removeUnused({ pages, offline }: KeptPages): Promise<void> {
  const cache = await openFiles();
  const used = new Set<string>();
  const use = async (path: string) => {
    if (used.has(path)) return;
    used.add(path);
    if (path.endsWith('.js')) {
      const kept = await cache.match(path);
      for (const name of [...listed(kept, NEEDED), ...listed(kept, OTHERS)]) await use(name);
    }
  };
  for (const path of new Set([...pages, ...(offline ? [offline] : [])].flatMap(({ files }) => files))) await use(path);
  for (const request of await cache.keys()) if (!used.has(pathOf(request))) await cache.delete(request);
}
