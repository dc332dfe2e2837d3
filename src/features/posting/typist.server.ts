import { DAY_MS } from '../../lib/durations.ts';
import { readWhole } from '../../lib/exact-params.ts';
import type { Context } from '../../server/context.ts';
import { isSameSecret } from '../../server/same-secret.ts';

type Keyed = Pick<Context, 'keyedHash' | 'clock'>;

/** So long a form says whose it is. */
const GOOD_MS = DAY_MS;

/** What a form says of itself. */
export interface Typist {
  userId: number;
  /** What is typed into it is kept as this draft (`savePostDraft`). */
  draft: number | undefined;
}

/**
 * Says in a form whose it is: what is typed into it is kept for them, and for nobody who uses the browser after them, although their session
 * has ended when it is sent.
 */
export const typistKey = ({ keyedHash, clock }: Keyed, { userId, draft }: Typist, at = clock().getTime()): string =>
  `${userId}-${at}-${keyedHash(`typist ${userId} ${draft ?? 0} ${at}`)}`;

/** Whether a key names another member than this one, whether or not it is good. */
export const isKeyOfOtherMember = (key: string, userId: number): boolean => key !== '' && !key.startsWith(`${userId}-`);

/** The member who typed; undefined for a key that is not ours, is of another form, or is more than a day old. */
export function readTypist(keyed: Keyed, key: string, draft: number | undefined): number | undefined {
  const [userId, at] = key.split('-', 2).map((part) => readWhole(part));
  if (userId === undefined || at === undefined || at < keyed.clock().getTime() - GOOD_MS) return undefined;
  return isSameSecret(key, typistKey(keyed, { userId, draft }, at)) ? userId : undefined;
}
