import { emailExists } from './account.server.ts';
import type { UsernameCheckAnswer } from './contract.ts';
import { MESSAGES } from './messages.ts';
import { readSession } from '../session/sessions.server.ts';
import { usernameFault } from './usernames.server.ts';
import { limit } from '../session/visit.server.ts';
import type { FormCall } from '../../server/http/endpoint.ts';

const TOO_MANY = 'Too many checks. Please wait a few minutes.';

/** Says whether an address has an account, or whether a name is free (spec §7, usercheck.php). */
export async function checkUser(call: FormCall): Promise<{ emailExists: boolean } | UsernameCheckAnswer> {
  const { context, form, network } = call;
  const [email, username] = [form.get('email'), form.get('username')];
  if (username === null) {
    await limit(context, 'email-check', network, TOO_MANY);
    return { emailExists: await emailExists(context.db, email ?? '') };
  }
  await limit(context, 'username-check', network, TOO_MANY);
  const fault = await usernameFault(context, username, (await readSession(call))?.username);
  return fault ? { status: 'error', message: fault } : { status: 'success', message: MESSAGES.usernameFree };
}
