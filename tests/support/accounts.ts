import { loginActions, registerActions } from '../../src/features/accounts/actions.server.ts';
import { readConfig } from '../../src/server/config.ts';
import { makeContext, type Context } from '../../src/server/context.ts';
import type { Db } from '../../src/server/db/database.ts';
import { openPasswords } from '../../src/server/passwords.ts';
import { Caller, newEmail, PASSWORD, sentMails } from './calls.ts';

/** A clock that a test moves on. */
export interface MovedClock {
  now: Date;
  /** Moves on by so many ms. */
  pass(ms: number): void;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** When the clocks of these contexts begin. */
export const BEGINNING = new Date('2026-11-21T12:00:00Z');

/** A context for accounts, with a clock that the test moves and cheap password hashes. */
export function accountsContext(db: Db, settings: Record<string, string> = {}): Context & { at: MovedClock } {
  const at: MovedClock = { now: BEGINNING, pass: (ms) => void (at.now = new Date(at.now.getTime() + ms)) };
  const config = readConfig({ SITE_URL: 'http://localhost:4321', SECRET: 'a secret of thirty-two characters', ...settings });
  const context = makeContext({ config, db, clock: () => at.now });
  return { ...context, passwords: openPasswords({ memory: 64, passes: 1, parallelism: 1 }), at };
}

/** Registers a member in a new browser, whose address is not verified yet. */
export async function newMember(context: Context, { email = newEmail(), password = PASSWORD } = {}) {
  const browser = new Caller(context);
  const { answer } = await browser.call(registerActions, {
    address: '/forums/register.php?do=addmember',
    form: { email, password, agree: '1', older_than_13: '1', securitytoken: 'guest' },
  });
  const { user } = await browser.session();
  if (!user) throw new Error(`the registration was refused: ${JSON.stringify(answer)}`);
  return { browser, email, password, userId: user.userid, username: user.username, answer };
}

/** Like `newMember`, with a verified address. */
export async function verifiedMember(context: Context, given: { email?: string; password?: string } = {}) {
  const member = await newMember(context, given);
  await sentMails(context);
  await context.db.updateTable('accounts').set({ email_verified_at: context.clock() }).where('user_id', '=', member.userId).execute();
  return member;
}

/** Tries to log in in a browser. */
export const tryLogIn = (browser: Caller, identifier: string, password: string, more: Record<string, string> = {}) =>
  browser.call(loginActions, {
    address: '/forums/login.php',
    form: { do: 'login', vb_login_username: identifier, vb_login_password: password, securitytoken: 'guest', ...more },
  });
