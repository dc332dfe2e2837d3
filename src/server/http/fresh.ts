import { sql } from 'kysely';
import { ownCookie } from './cookies.ts';
import type { Call } from './endpoint.ts';
import { oneRow } from '../db/one-row.ts';

/** Cookie of a browser in which something was just written. `docs/operations.md` names it to whoever configures a web server in front. */
const NAME = 'fresh';
const SECONDS = 60;

const MARK = `${NAME}=`;
const VALUE = new RegExp(`(?:^|;\\s*)${NAME}=(\\d{13})(?:;|$)`);

/**
 * Notes in a visitor's browser that they have just written something that pages show, and when: in milliseconds of the
 * database's clock, which is one for all servers. Published pages that were last brought up to date before are made on
 * demand for this browser.
 */
export async function noteWrite({ context, cookies }: Pick<Call, 'context' | 'cookies'>): Promise<void> {
  const { at } = await oneRow(context.db, sql<{ at: number }>`select ceil(extract(epoch from clock_timestamp()) * 1000)::bigint as at`);
  cookies.set(NAME, String(at), { ...ownCookie(context), httpOnly: true, maxAge: SECONDS });
}

/** When the visitor who sent these cookies last wrote something; undefined when that was long ago. */
export function wroteAt(cookies: string | undefined): number | undefined {
  if (!cookies?.includes(MARK)) return undefined;
  const found = VALUE.exec(cookies)?.[1];
  return found === undefined ? undefined : Number(found);
}
