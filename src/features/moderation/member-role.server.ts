import { formatDate } from '../../lib/dates.ts';
import type { Context } from '../../server/context.ts';
import type { Role } from '../../server/db/schema/accounts.ts';
import { setRole } from '../accounts/set-role.server.ts';
import { endSuspension } from './sanctions.server.ts';
import type { CommandResult } from '../../lib/command-result.ts';
import { Refused } from '../../lib/refused.ts';

interface Changes {
  role?: Role | undefined;
  unsuspend?: boolean | undefined;
}

/**
 * Says what a member's role is and whether they are suspended, gives them another role, or ends their suspension.
 * @param name the user name, whatever its case
 * @throws Refused when there is no such member, or nobody can sign in as them
 */
export async function changeMember(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  name: string,
  changes: Changes,
): Promise<CommandResult> {
  return db.transaction().execute(async (transaction) => {
    const member = await transaction
      .selectFrom('members')
      .select(['user_id', 'username'])
      .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', name.toLowerCase()))
      .executeTakeFirst();
    if (!member) throw new Refused(`There is no member "${name}". A member is named by the user name.`);
    const account = await transaction
      .selectFrom('accounts')
      .select(['role', 'suspended_until'])
      .where('user_id', '=', member.user_id)
      .forUpdate()
      .executeTakeFirst();
    if (!account) throw new Refused(`${member.username} was imported and has no account, so nobody can sign in as ${member.username}.`);
    const { username } = member;
    const now = clock();
    const until = account.suspended_until && account.suspended_until > now ? account.suspended_until : undefined;
    const messages: string[] = [];
    if (changes.role !== undefined && changes.role !== account.role) {
      await setRole(transaction, member.user_id, changes.role);
      messages.push(`${username} is a ${changes.role} now.`);
    } else if (changes.role !== undefined || !changes.unsuspend)
      messages.push(`${username} is a ${account.role}${changes.role === undefined ? '' : ' already'}.`);
    if (!changes.unsuspend)
      return {
        messages: [...messages, ...(until ? [`${username} is suspended until ${formatDate(until, config.region)}.`] : [])],
        changed: false,
      };
    if (until) await endSuspension(transaction, member.user_id, now);
    messages.push(until ? `${username} is no longer suspended.` : `${username} is not suspended.`);
    return { messages, changed: false };
  });
}
