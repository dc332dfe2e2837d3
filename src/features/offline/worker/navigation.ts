import { ageWords } from '../age.ts';
import { OFFLINE_PAGE, readKeptPages } from '../caches.ts';
import { keyOf } from '../kept-page.ts';
import { withNotice, type FallbackReason } from '../page-text.ts';
import { generation, keepPage, isKeepable, openPages } from './pages.ts';
import { scope } from './scope.ts';
import { seenWindows } from './visits.ts';

/** After this time the network counts as slow, and a kept page is shown instead. */
const SLOW_MS = 4_000;

/** Answers the request for a page: from the network, otherwise with the kept page, otherwise with the list of kept pages. */
export function answerNavigation(event: FetchEvent): Promise<Response> {
  const url = new URL(event.request.url);
  const asked = generation();
  const network = fromNetwork(event);
  if (keyOf(url) && !isAhead(event.request)) {
    seenWindows.add(event.resultingClientId);
    const copy = network.then((response) => (isKeepable(response) ? response.clone() : undefined));
    event.waitUntil(
      copy.then(
        async (response) => response && (await isShown(event)) && keepPage(url.pathname + url.search, response, asked),
        () => undefined,
      ),
    );
  }
  const slow = new Promise<undefined>((resolve) => setTimeout(resolve, SLOW_MS));
  return Promise.race([network, slow])
    .then(async (response) => response ?? (await keptAnswer(url, 'slow')) ?? network)
    .catch(async (error: unknown) => {
      const why = navigator.onLine ? 'unreachable' : 'offline';
      const answer = (await keptAnswer(url, why)) ?? (await insteadOf(url, why));
      if (answer) return answer;
      throw error;
    });
}

/** The response of navigation preload, where the browser supports it, otherwise of a request. */
async function fromNetwork({ preloadResponse, request }: FetchEvent): Promise<Response> {
  const preloaded: unknown = await preloadResponse;
  return preloaded instanceof Response ? preloaded : fetch(request);
}

/** Whether a page is fetched ahead, which is no visit. */
const isAhead = ({ headers }: Request) => headers.get('sec-purpose')?.includes('prefetch') ?? false;

/** Waits until the page is shown. @returns false for prefetches and downloads, which never are */
async function isShown({ resultingClientId }: FetchEvent): Promise<boolean> {
  return !resultingClientId || (await scope.clients.get(resultingClientId)) !== undefined;
}

async function keptAnswer(url: URL, why: FallbackReason): Promise<Response | undefined> {
  const found = keyOf(url);
  const page = found && (await readKeptPages()).pages.find(({ key }) => key === found.key);
  return page && noted(await (await openPages()).match(page.key), why, ageWords(Date.now() - page.at));
}

/** The page that lists the kept ones; with a notice, unless it was itself requested. */
async function insteadOf(url: URL, why: FallbackReason): Promise<Response | undefined> {
  const page = await (await openPages()).match(OFFLINE_PAGE);
  return url.pathname === OFFLINE_PAGE ? page : noted(page, why);
}

const noted = async (page: Response | undefined, why: FallbackReason, age?: string): Promise<Response | undefined> =>
  page && new Response(withNotice(await page.text(), why, age), { headers: page.headers });
