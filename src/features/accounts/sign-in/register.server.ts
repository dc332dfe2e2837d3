import type { Context } from '../../../server/context.ts';
import { requireFields } from '../../../server/http/fields.ts';
import { queueMail } from '../../../server/mail/mail-kind.ts';
import { ownPath } from '../../../lib/own-path.ts';
import { createAccount, emailExists } from '../account.server.ts';
import { avatarPath } from '../../../lib/avatar.ts';
import { newPasswordFault } from '../weak-passwords.server.ts';
import { registerCall, type FieldRefused, type RegistrationAnswer } from '../contracts/register.ts';
import { MESSAGES } from '../messages.ts';
import { isEmail } from '../email.ts';
import { normalizePassword } from '../password.ts';
import { signIn } from '../../session/sign-in.server.ts';
import { SETTINGS } from '../settings/page.ts';
import { limit, requireHashed } from '../../session/limit.server.ts';
import type { Outcome } from '../../session/outcomes.server.ts';
import type { Visit } from '../../session/visit.server.ts';
import { checkCaptcha } from './captcha-check.server.ts';
import { verificationKey } from './mail-request.server.ts';
import { VERIFY_EMAIL } from '../mail-kinds.ts';

const PAGE = '/account/sign-up';

/** Registers whoever sent the form, and signs them in (spec §7, `do=addmember`). */
export async function register(visit: Visit): Promise<Outcome> {
  const { context, form, network } = visit;
  const fields = requireFields(form, registerCall.form);
  await limit(context, 'registration', network, 'Too many accounts were created from your network. Please try again later.');
  const email = fields.email.trim();
  const url = ownPath(fields.url) ?? '/';
  if (!fields.agree || !fields.older_than_13) return refusal({ field: 'agree', message: MESSAGES.disagreed }, url);
  if (!(await checkCaptcha(visit, 'registration', form))) return refusal({ field: 'captcha', message: MESSAGES.captcha }, url);
  const made = await makeAccount(context, { email, password: fields.password, confirmation: fields.password_confirm });
  if ('message' in made) return refusal(made, url);
  await signIn(visit, made.userId, fields.cookieuser, { isNew: true });
  // A page that answers a plain form has no popup: it says the same, lets the member choose a name, and leads back.
  const notice = `Welcome, ${made.username}. We've sent a verification email to ${email}.`;
  const answer: RegistrationAnswer = {
    successUrl: url,
    username: made.username,
    avatar: avatarPath({ ...made, avatar: null }),
    showUsernameChangeModal: true,
    showVerificationSentModal: true,
    showOldVerificationSentModal: false,
  };
  return { answer, to: SETTINGS, notice, ...(url !== '/' && { link: { path: url, text: 'Go on where you were' } }) };
}

/** The field of the page that a message stands at; the answer to a call names no other than these two (spec §7). */
function fieldOf({ field, message }: FieldRefused): string | undefined {
  if (message === MESSAGES.confirmation) return 'password_confirm';
  return field === 'email' || field === 'password' ? field : undefined;
}

const refusal = (refused: FieldRefused, url: string): Outcome => ({
  answer: refused satisfies RegistrationAnswer,
  refused: { message: refused.message, field: fieldOf(refused) },
  to: `${PAGE}?url=${encodeURIComponent(url)}`,
});

/**
 * Makes an account and queues the mail that verifies its address, or returns what is wrong with which field.
 * @throws Fault 429 when the address was mailed too often
 */
export async function makeAccount(
  context: Context,
  { email, password, confirmation }: { email: string; password: string; confirmation: string | undefined },
): Promise<FieldRefused | { userId: number; username: string }> {
  const { db, passwords } = context;
  if (!isEmail(email)) return { field: 'email', message: MESSAGES.email };
  const fault = await newPasswordFault(context, password, { email });
  if (fault) return { field: 'password', message: fault };
  if (confirmation !== undefined && confirmation !== password) return { field: 'password', message: MESSAGES.confirmation };
  if (await emailExists(db, email)) return { field: 'email', message: MESSAGES.alreadyMember };
  await limit(context, 'mail', verificationKey(email), MESSAGES.mailedOften);
  const passwordHash = requireHashed(await passwords.hash(normalizePassword(password)));
  const made = await db.transaction().execute(async (transaction) => {
    const account = await createAccount(transaction, { email, passwordHash, isVerified: false }, context);
    if (account) await queueMail(transaction, VERIFY_EMAIL, { userId: account.userId });
    return account;
  });
  return made ?? { field: 'email', message: MESSAGES.alreadyMember };
}
