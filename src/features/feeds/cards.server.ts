import type { AstroGlobal } from 'astro';
import { singleParam, readId } from '../../lib/exact-params.ts';
import { MOST_CARDS } from '../../lib/page-calls.ts';
import { faulty, notAllowed } from '../../server/http/endpoint.ts';
import { reads } from '../../server/http/reads.ts';
import { Fault } from '../../server/http/fault.ts';
import type { DealCard } from '../deals/card.ts';
import { findCards } from '../deals/find-card.server.ts';

/**
 * Answers `/web-api/cards/?ids=`: the cards of deals, in this order. It is the same for everybody; deals that are not there are left out.
 * @returns a refusal, or the cards; headers are set on the way
 */
export async function answerCards({
  locals,
  request,
  url,
  response,
}: Pick<AstroGlobal, 'locals' | 'request' | 'url' | 'response'>): Promise<Response | DealCard[]> {
  if (!reads(request)) return notAllowed('This address can only be read.', 'GET, HEAD');
  const ids = (singleParam(url.searchParams, 'ids') ?? '').split(',', MOST_CARDS + 1).map(readId);
  if (ids.length > MOST_CARDS || !ids.every((id) => id !== undefined))
    return faulty(new Fault(400, `ids are numbers of deals with commas between them, ${MOST_CARDS} at most.`));
  response.headers.set('Cache-Control', 'public, max-age=60');
  response.headers.set('X-Robots-Tag', 'noindex');
  return findCards(locals.context, ids);
}
