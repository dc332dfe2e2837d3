import { sql } from 'kysely';
import { ownCookie } from './cookies.ts';
import type { Call } from './endpoint.ts';
import { oneRow } from '../db/one-row.ts';

/** Cookie of a browser that has just written something. Web servers in front read it, too (`docs/operations.md`). */
const NAME = 'fresh';
const SECONDS = 60;

const MARK = `${NAME}=`;
const VALUE = new RegExp(`(?:^|;\\s*)${NAME}=(\\d{13})(?:;|$)`);

/**
 * Sets the cookie with the time at which a visitor wrote something that pages show, in milliseconds of the database's clock, which
 * all servers share. Pages that were published before that are made on demand for this browser.
 */
export async function noteWrite({ context, cookies }: Pick<Call, 'context' | 'cookies'>): Promise<void> {
  const { at } = await oneRow(context.db, sql<{ at: number }>`select ceil(extract(epoch from clock_timestamp()) * 1000)::bigint as at`);
  cookies.set(NAME, String(at), { ...ownCookie(context), httpOnly: true, maxAge: SECONDS });
}

/** Reads when a visitor last wrote something from the cookies of a request; undefined when that was long ago. */
export function lastWriteAt(cookies: string | undefined): number | undefined {
  if (!cookies?.includes(MARK)) return undefined;
  const found = VALUE.exec(cookies)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The cookie with the message that a plain form left for the next page (`src/features/session/flash.server.ts`). */
const HAS_MESSAGE = /(?:^|;\s*)flash=/;

/** Whether a form has left a message, which no published page can show. */
export const hasMessage = (cookies: string | undefined): boolean => cookies !== undefined && HAS_MESSAGE.test(cookies);
