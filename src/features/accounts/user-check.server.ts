import { emailExists } from './account.server.ts';
import { checkEmailCall, type EmailCheckAnswer } from './contracts/check-email.ts';
import { checkUsernameCall, type UsernameCheckAnswer } from './contracts/check-username.ts';
import { MESSAGES } from './messages.ts';
import { readSession } from '../session/read-session.server.ts';
import { usernameFault } from './usernames.server.ts';
import { limit } from '../session/limit.server.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { Fault } from '../../server/http/fault.ts';
import { requireFields } from '../../server/http/fields.ts';

const TOO_MANY = 'Too many checks. Please wait a few minutes.';

/** Says whether an address has an account, or whether a name is free (spec §7, usercheck.php). */
export async function checkUser(call: FormCall): Promise<EmailCheckAnswer | UsernameCheckAnswer> {
  const { context, form, network } = call;
  if (!form.has('username')) {
    if (!form.has('email')) throw new Fault(400, 'Send an email or a username.');
    const { email } = requireFields(form, checkEmailCall.form);
    await limit(context, 'email-check', network, TOO_MANY);
    return { emailExists: await emailExists(context.db, email) };
  }
  const { username } = requireFields(form, checkUsernameCall.form);
  await limit(context, 'username-check', network, TOO_MANY);
  const fault = await usernameFault(context, username, (await readSession(call))?.username);
  return fault ? { status: 'error', message: fault } : { status: 'success', message: MESSAGES.usernameFree };
}
