import { PAGE_CALL } from '../../lib/page-calls.ts';
import { isRecord } from '../../lib/is-record.ts';
import { request as ownRequest, type Request } from '../../ui/request.ts';
import { RequestError } from '../../ui/request-error.ts';
import { PageError, pageErrorIn } from './page-error.ts';

const TIMEOUT_MS = 10_000;
/** Pages that moved are followed so often. */
const MOST_MOVES = 5;

/** A page's data, as far as it is looked at here. */
interface FetchedPage {
  /** Path and query at which it was found. */
  path: string;
  title: string;
  type: string;
}

/**
 * Reads the data of a page, as a client router does (spec §7, §8), and follows pages that moved.
 * @param path with its query
 * @throws PageError which is logged, unless its status is 401
 */
export async function fetchPage(path: string, request: Request = ownRequest): Promise<FetchedPage> {
  try {
    return await follow(path, request, MOST_MOVES);
  } catch (error) {
    if (!(error instanceof PageError && error.status === 401)) console.error(error);
    throw error;
  }
}

async function follow(path: string, request: Request, moves: number): Promise<FetchedPage> {
  const answer = await answerFor(path, request);
  if (isRecord(answer) && answer['statusCode'] === 301 && typeof answer['location'] === 'string') {
    if (moves === 0) throw new PageError(500, 'Too many redirects');
    return follow(answer['location'], request, moves - 1);
  }
  const page = pageIn(path, answer);
  if (!page) throw new PageError(500, 'Unknown page response format');
  return page;
}

async function answerFor(path: string, request: Request): Promise<unknown> {
  try {
    return await request(PAGE_CALL + path, { abortsOlder: true, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    const shown = error instanceof RequestError && pageErrorIn(error.answer);
    const status = error instanceof RequestError ? error.status : 'error';
    throw shown || new PageError(500, `Fetch not fulfilled. Status: ${status}`);
  }
}

function pageIn(path: string, answer: unknown): FetchedPage | undefined {
  const { pageData, pageLayout, pageMetadata } = isRecord(answer) ? answer : {};
  if (!isRecord(pageData) || !isRecord(pageLayout) || !isRecord(pageMetadata)) return undefined;
  const [{ type }, { title }] = [pageData, pageMetadata];
  return typeof type === 'string' && typeof title === 'string' ? { path, title, type } : undefined;
}
