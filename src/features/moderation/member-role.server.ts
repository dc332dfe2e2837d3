import { formatUntil } from '../../lib/dates.ts';
import { acquireLock } from '../../server/db/advisory-locks.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { ROLE_NAMES, type Role } from '../../lib/roles.ts';
import { changeRole } from '../accounts/administrators.server.ts';
import { insertAction } from '../posts/actions.server.ts';
import { lockAccount } from './lock-account.server.ts';
import { endSuspension } from './sanctions.server.ts';
import type { CommandResult } from '../../lib/command-result.ts';
import { Refused } from '../../lib/refused.ts';

/** A member by user name, whatever its case, or by id. */
type MemberKey = { name: string } | { userId: number };

interface Changes {
  role?: Role | undefined;
  unsuspend?: boolean | undefined;
}

/**
 * Says what a member's role is and whether they are suspended, gives them another role, or ends their suspension.
 * @param by the administrator who does it, for the moderators' log; undefined for a command
 * @throws Refused when there is no such member, nobody can sign in as them, or they are the only administrator and would lose the role
 */
export async function changeMember(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  key: MemberKey,
  changes: Changes,
  by?: number,
): Promise<CommandResult> {
  return db.transaction().execute(async (transaction) => {
    // Taken before the lock on the account's row, in the same order as when an account is deleted, to avoid a deadlock.
    if (changes.role !== undefined) await acquireLock(transaction, 'roles');
    const member = await lockMember(transaction, key);
    const { user_id: userId, username, role, suspended_until: suspendedUntil } = member;
    const now = clock();
    const until = suspendedUntil && suspendedUntil > now ? suspendedUntil : undefined;
    const messages: string[] = [];
    if (changes.role !== undefined) messages.push(await giveRole(transaction, member, changes.role, by, now));
    else if (!changes.unsuspend) messages.push(`${username} is ${ROLE_NAMES[role]}.`);
    if (changes.unsuspend) {
      if (until) await endSuspension(transaction, userId, now);
      messages.push(until ? `${username} is no longer suspended.` : `${username} is not suspended.`);
    } else if (until) messages.push(`${username} is suspended until ${formatUntil(until, config.region)}.`);
    return { messages, changed: false };
  });
}

/** @returns a message with the role that the member has now */
async function giveRole(
  transaction: Db,
  { user_id: userId, username, role: before }: Awaited<ReturnType<typeof lockMember>>,
  role: Role,
  by: number | undefined,
  now: Date,
): Promise<string> {
  if (role === before) return `${username} is ${ROLE_NAMES[role]} already.`;
  if (!(await changeRole(transaction, userId, role)))
    throw new Refused(`${username} is the only administrator. Make somebody else an administrator first.`);
  if (by !== undefined)
    await insertAction(transaction, { action: 'role', user_id: userId, moderator_id: by, reason: ROLE_NAMES[role], done_at: now });
  return `${username} is ${ROLE_NAMES[role]} now.`;
}

/** Locks the account of a member. @throws Refused when there is no such member or account */
async function lockMember(transaction: Db, key: MemberKey) {
  const member = await transaction
    .selectFrom('members')
    .select(['user_id', 'username'])
    .where((eb) => ('name' in key ? eb(eb.fn<string>('lower', ['username']), '=', key.name.toLowerCase()) : eb('user_id', '=', key.userId)))
    .executeTakeFirst();
  if (!member)
    throw new Refused('name' in key ? `There is no member "${key.name}". A member is named by the user name.` : 'This member is gone.');
  const account = await lockAccount(transaction, member.user_id);
  if (!account) throw new Refused(`${member.username} was imported and has no account, so nobody can sign in as ${member.username}.`);
  return { ...member, ...account };
}
