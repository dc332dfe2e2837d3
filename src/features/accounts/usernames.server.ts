import { randomInt } from 'node:crypto';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { isUniqueViolation } from '../../server/db/unique.ts';
import type { Call } from '../../server/http/endpoint.ts';
import { Fault } from '../../server/http/fault.ts';
import type { UsernamesAnswer } from './contracts/usernames.ts';
import { MESSAGES } from './messages.ts';
import { isReserved, isUsername } from './username.ts';
import { required } from '../../lib/required.ts';

const OFFERED = 6;

const FIRST = (
  'Amber Bold Brave Bright Brisk Calm Clever Copper Cosy Crisp Curious Daring Deft Eager Early Fair Fleet Gentle Glad Golden Happy ' +
  'Hardy Honest Jolly Keen Kind Lively Lucky Mellow Merry Neat Nimble Noble Plucky Prime Proud Quick Quiet Rapid Ready Savvy Sharp ' +
  'Shiny Silver Smart Snappy Spry Steady Sunny Swift Thrifty True Velvet Vivid Warm Wily Wise Witty Zesty'
).split(' ');
const SECOND = (
  'Acorn Badger Beacon Beaver Bison Canary Cedar Comet Condor Coyote Crane Curlew Dove Eagle Egret Falcon Ferret Finch Fox Gecko Gull ' +
  'Hare Hawk Heron Ibis Jackdaw Jay Kestrel Lark Linnet Lynx Magpie Maple Marten Merlin Otter Owl Panda Pigeon Plover Puffin Quail ' +
  'Raven Robin Rook Sparrow Starling Stork Swallow Swan Teal Thrush Tiger Toucan Turtle Willow Wren Zebra'
).split(' ');

const pick = (words: string[]) => required(words[randomInt(words.length)], 'a word');

/** A random name: two words and a number, at most 20 characters. */
export const randomUsername = () => `${pick(FIRST)}${pick(SECOND)}${randomInt(10, 9_999)}`;

/** `GET /profile/user/generateUsernames/` (contract.md, Accounts). */
export async function answerUsernames({ context, network }: Pick<Call, 'context' | 'network'>): Promise<UsernamesAnswer> {
  const seconds = context.networkLimits.take('usernames', network);
  if (seconds > 0) throw new Fault(429, 'Too many names were asked for. Please wait a moment.', { 'Retry-After': String(seconds) });
  return { usernames: await generateUsernames(context.db) };
}

/** Names that are valid and free. */
export async function generateUsernames(db: Db): Promise<string[]> {
  const names = [...new Set(Array.from({ length: OFFERED * 2 }, randomUsername))];
  const taken = new Set(await namesTaken(db, names));
  return names.filter((name) => !taken.has(name.toLowerCase())).slice(0, OFFERED);
}

async function namesTaken(db: Db, names: string[]): Promise<string[]> {
  const lower = names.map((name) => name.toLowerCase());
  const rows = await db
    .selectFrom('members')
    .select((eb) => eb.fn<string>('lower', ['username']).as('name'))
    .where((eb) => eb(eb.fn<string>('lower', ['username']), 'in', lower))
    .execute();
  return rows.map(({ name }) => name);
}

/**
 * Why a member cannot have a name; undefined when they can.
 * @param own the name that the member who asks has now: it may change its case
 */
export async function usernameFault({ db, config }: Context, name: string, own: string | undefined): Promise<string | undefined> {
  if (!isUsername(name)) return MESSAGES.usernameRule;
  if (name.toLowerCase() === own?.toLowerCase()) return undefined;
  if (isReserved(name, config.siteName)) return MESSAGES.usernameTaken;
  return (await namesTaken(db, [name])).length > 0 ? MESSAGES.usernameTaken : undefined;
}

/**
 * Gives a member another name.
 * @returns why not; undefined when it was done
 */
export async function changeUsername(
  context: Context,
  member: { userId: number; username: string },
  name: string,
): Promise<string | undefined> {
  const fault = await usernameFault(context, name, member.username);
  if (fault) return fault;
  try {
    await context.db.updateTable('members').set({ username: name }).where('user_id', '=', member.userId).execute();
    return undefined;
  } catch (error) {
    // Somebody else was faster.
    if (isUniqueViolation(error)) return MESSAGES.usernameTaken;
    throw error;
  }
}
