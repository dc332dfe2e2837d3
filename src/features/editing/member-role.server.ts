import type { Context } from '../../server/context.ts';
import type { Role } from '../../server/db/schema.ts';
import type { Done } from './done.ts';
import { Refused } from './refused.ts';

/**
 * Says what a member's role is, or gives them another one.
 * @param name the user name, whatever its case
 * @throws Refused when there is no such member, or nobody can sign in as them
 */
export async function memberRole({ db }: Pick<Context, 'db'>, name: string, role: Role | undefined): Promise<Done> {
  return db.transaction().execute(async (transaction) => {
    const member = await transaction
      .selectFrom('members')
      .select(['user_id', 'username'])
      .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', name.toLowerCase()))
      .executeTakeFirst();
    if (!member) throw new Refused(`There is no member "${name}". A member is named by the user name.`);
    const account = await transaction
      .selectFrom('accounts')
      .select('role')
      .where('user_id', '=', member.user_id)
      .forUpdate()
      .executeTakeFirst();
    if (!account) throw new Refused(`${member.username} was imported and has no account, so nobody can sign in as ${member.username}.`);
    if (role === undefined || role === account.role)
      return { said: [`${member.username} is a ${account.role}${role === undefined ? '' : ' already'}.`], changed: false };
    await transaction.updateTable('accounts').set({ role }).where('user_id', '=', member.user_id).execute();
    return { said: [`${member.username} is a ${role} now.`], changed: false };
  });
}
