import { Fault } from '../../server/http/fault.ts';
import { becomeFirstAdministrator } from '../accounts/administrators.server.ts';
import { MESSAGES } from '../accounts/messages.ts';
import { makeAccount } from '../accounts/sign-in/register.server.ts';
import { DESK } from '../moderation/words.ts';
import { refusedWith, succeeded } from '../session/outcomes.server.ts';
import { signIn } from '../session/sign-in.server.ts';
import { visitorForm, type Outcome, type Visit } from '../session/visit.server.ts';
import { opensSetup, SETUP, setupPath } from './setup-key.server.ts';

const keyIn = ({ form }: Pick<Visit, 'form'>) => form.get('key') ?? '';

/** `POST /setup`: makes whoever is signed in the first administrator, or a guest with a new account. */
export const setupForm = visitorForm((call) => setupPath(keyIn(call)), setUp);

async function setUp(visit: Visit): Promise<Outcome> {
  const { context, session } = visit;
  const back = setupPath(keyIn(visit));
  if (!(await opensSetup(context, keyIn(visit)))) throw new Fault(404, `Page not found: ${SETUP}`);
  if (session && !session.isFresh) return refusedWith(back, MESSAGES.logInAgain);
  const userId = session?.userId ?? (await signUp(visit));
  if (typeof userId !== 'number') return refusedWith(back, userId.message, userId.field);
  const isFirst = await context.db.transaction().execute((transaction) => becomeFirstAdministrator(transaction, userId));
  if (!isFirst) return refusedWith('/', 'Somebody else became the administrator first.');
  return succeeded(DESK.members, 'You are the administrator now. Here you say who else moderates.');
}

/** @returns the new member's id, or what is wrong with which field */
async function signUp(visit: Visit): Promise<number | { field: string; message: string }> {
  const { form } = visit;
  const made = await makeAccount(visit.context, {
    email: (form.get('email') ?? '').trim(),
    password: form.get('password') ?? '',
    confirmation: form.get('password_confirm') ?? '',
  });
  if ('message' in made) return made;
  await signIn(visit, made.userId, false, { isNew: true });
  return made.userId;
}
