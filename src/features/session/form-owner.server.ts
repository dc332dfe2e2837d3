import { DAY_MS } from '../../lib/durations.ts';
import { readWhole } from '../../lib/exact-params.ts';
import type { Context } from '../../server/context.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { isSameSecret } from '../../server/same-secret.ts';

type Keyed = Pick<Context, 'keyedHash' | 'clock'>;

/** How long the key in a form is valid: as long as the session of who loaded the form may have lasted, and what was typed would be kept. */
const GOOD_MS = 30 * DAY_MS;

/** Whose form it is. */
interface FormOwner {
  userId: number;
  /** What is typed into it is kept as this draft: of a deal that is posted (`savePostDraft`) a number, of others what it is about. */
  draft: number | string | undefined;
}

/**
 * A signed key in a form that says whose it is: what was typed is kept for this member, even if their session has ended when it is sent,
 * and never for another member who uses the browser after them.
 */
export const formOwnerKey = ({ keyedHash, clock }: Keyed, { userId, draft }: FormOwner, at = clock().getTime()): string =>
  `${userId}-${at}-${keyedHash(`owner ${userId} ${draft ?? 0} ${at}`)}`;

export const ownerKeyIn = ({ form }: Pick<FormCall, 'form'>): string => form.getAll('owner')[0] ?? '';

/** Whether a key names another member than this one, whether or not it is valid. */
export const isKeyOfOtherMember = (key: string, userId: number): boolean => key !== '' && !key.startsWith(`${userId}-`);

/** The member who typed; undefined for a key with a wrong signature, of another form, or more than 30 days old. */
export function readFormOwner(keyed: Keyed, key: string, draft: FormOwner['draft']): number | undefined {
  const [userId, at] = key.split('-', 2).map((part) => readWhole(part));
  if (userId === undefined || at === undefined || at < keyed.clock().getTime() - GOOD_MS) return undefined;
  return isSameSecret(key, formOwnerKey(keyed, { userId, draft }, at)) ? userId : undefined;
}
