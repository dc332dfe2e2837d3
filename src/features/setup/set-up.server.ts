import { notFoundMessage } from '../../lib/not-found.ts';
import { Fault } from '../../server/http/fault.ts';
import { becomeFirstAdministrator } from '../accounts/administrators.server.ts';
import { MESSAGES } from '../accounts/messages.ts';
import { makeAccount } from '../accounts/sign-in/register.server.ts';
import { DESK } from '../moderation/words.ts';
import { refusedWith, succeeded, type Outcome } from '../session/outcomes.server.ts';
import { signIn } from '../session/sign-in.server.ts';
import { visitorForm, type Visit } from '../session/visit.server.ts';
import { opensSetup, SETUP, setupPath } from './setup-key.server.ts';

const keyIn = ({ form }: Pick<Visit, 'form'>) => form.get('key') ?? '';

/** `POST /setup`: makes the signed-in member the first administrator, or a guest, with a new account. */
export const setupForm = visitorForm((call) => setupPath(keyIn(call)), setUp);

async function setUp(visit: Visit): Promise<Outcome> {
  const { context, session } = visit;
  const back = setupPath(keyIn(visit));
  if (!(await opensSetup(context, keyIn(visit)))) throw new Fault(404, notFoundMessage(SETUP));
  if (session && !session.isFresh) return refusedWith(back, MESSAGES.logInAgain);
  const member = session ?? (await signUp(visit));
  if ('message' in member) return refusedWith(back, member.message, member.field);
  const { userId, email } = member;
  const isFirst = await context.db.transaction().execute((transaction) => becomeFirstAdministrator(transaction, userId));
  if (!isFirst) return refusedWith('/', 'Somebody else became the administrator first.');
  const sent = session ? '' : ` We've sent a verification email to ${email}.`;
  return succeeded(DESK.members, `You are the administrator now. Here you say who else moderates.${sent}`);
}

/** @returns the new member, or which field is wrong and why */
async function signUp(visit: Visit): Promise<{ userId: number; email: string } | { field: string; message: string }> {
  const { form } = visit;
  const email = (form.get('email') ?? '').trim();
  const made = await makeAccount(visit.context, {
    email,
    password: form.get('password') ?? '',
    confirmation: form.get('password_confirm') ?? '',
  });
  if ('message' in made) return made;
  await signIn(visit, made.userId, false, { isNew: true });
  return { userId: made.userId, email };
}
