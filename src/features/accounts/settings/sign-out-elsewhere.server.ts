import { rememberThisDevice } from '../../session/devices.server.ts';
import { refusedWith, succeeded, type Outcome } from '../../session/outcomes.server.ts';
import { endSessionOf } from '../../session/sessions.server.ts';
import { LOGGED_OUT, signOut } from '../../session/sign-in.server.ts';
import type { MemberVisit } from '../../session/visit.server.ts';
import { endSessions } from '../end-sessions.server.ts';
import { SETTINGS } from './page.ts';

/** Signs the member out on every other device. */
export async function signOutElsewhere(visit: MemberVisit): Promise<Outcome> {
  const { context, session } = visit;
  await endSessions(context.db, session.userId, session.tokenHash);
  await rememberThisDevice(visit, session.userId);
  return succeeded(SETTINGS, 'You are signed out everywhere else.');
}

/** Ends one of the member's sessions, by what the account page shows of it. */
export async function endOneSession(visit: MemberVisit): Promise<Outcome> {
  const { context, form, session } = visit;
  const ended = await endSessionOf(context.db, session.userId, form.get('session') ?? '');
  if (!ended) return refusedWith(SETTINGS, 'That session has already ended.');
  if (Buffer.compare(ended, session.tokenHash) !== 0) return succeeded(SETTINGS, 'That browser is signed out.');
  await signOut(visit, undefined);
  return { answer: { success: true }, to: '/', notice: LOGGED_OUT };
}
