import type { Context } from '../../server/context.ts';
import { Fault } from '../../server/http/fault.ts';

/**
 * Counts a search, whatever form its results are asked for in, or a feed that is narrowed.
 * @param network undefined for what the site asks itself, which is not counted
 * @returns why there are no results now, and when to come back; undefined when there are
 */
export function tooManySearches({ networkLimits }: Pick<Context, 'networkLimits'>, network: string | undefined): Fault | undefined {
  const seconds = network === undefined ? 0 : networkLimits.take('search', network);
  if (seconds === 0) return undefined;
  const message = `There were too many searches from your network. Please wait ${seconds} seconds, then search again.`;
  return new Fault(429, message, { 'Retry-After': String(seconds) });
}
