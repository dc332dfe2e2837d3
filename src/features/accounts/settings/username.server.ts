import { requireFields } from '../../../server/http/fields.ts';
import { limit } from '../../session/limit.server.ts';
import type { MemberVisit } from '../../session/visit.server.ts';
import type { Outcome } from '../../session/outcomes.server.ts';
import { usernameCall, type UsernameAnswer } from '../contracts/username.ts';
import { changeUsername } from '../usernames.server.ts';
import { SETTINGS } from './page.ts';

/** Gives the member another name (spec §7, changeUsername.php). */
export async function saveUsername({ context, form, session }: MemberVisit): Promise<Outcome> {
  await limit(context, 'new-name', session.userId, 'You have changed your name too often. Please wait an hour.');
  const { username: name } = requireFields(form, usernameCall.form);
  const fault = await changeUsername(context, session, name);
  if (fault) await context.limits.refund('new-name', session.userId);
  const notice = `Your name is now ${name}.`;
  if (!fault) return { answer: { status: 'success' } satisfies UsernameAnswer, to: SETTINGS, notice, changesPages: true };
  const answer: UsernameAnswer = { status: 'error', errors: [fault], message: fault };
  return { answer, refused: { message: fault, field: 'username' }, to: SETTINGS };
}
