import { sql } from 'kysely';
import { readTaxonomyId } from '../../lib/exact-params.ts';
import { Refused } from '../../lib/refused.ts';
import { ROLES, type Role } from '../../lib/roles.ts';
import type { Context } from '../../server/context.ts';
import { Fault } from '../../server/http/fault.ts';
import { changeMember } from '../moderation/member-role.server.ts';
import { decided, moderatorForm, rejected } from '../moderation/moderator-form.server.ts';
import { DESK } from '../moderation/words.ts';
import type { MemberVisit } from '../session/visit.server.ts';
import type { Outcome } from '../session/outcomes.server.ts';

/** A member as the desk lists them. */
interface ListedMember {
  userId: number;
  username: string;
  role: Role;
  joinedAt: Date;
  /** Null for a member who is not suspended. */
  suspendedUntil: Date | null;
}

const MOST_LISTED = 200;

/** Members as the desk lists them. */
export interface ListedMembers {
  members: ListedMember[];
  /** Whether there are more than are listed. */
  hasMore: boolean;
}

/**
 * Reads the members whose names contain a text, those whose names begin with it first; without a text, everybody who has a role. Only
 * members with accounts are listed.
 */
export async function listMembers({ db, clock }: Pick<Context, 'db' | 'clock'>, q: string, most = MOST_LISTED): Promise<ListedMembers> {
  const text = q.trim().toLowerCase();
  const name = sql<string>`lower(m.username)`;
  const rows = await db
    .selectFrom('accounts as a')
    .innerJoin('members as m', 'm.user_id', 'a.user_id')
    .select(['a.user_id', 'a.role', 'a.suspended_until', 'm.username', 'm.joined_at'])
    .where(text === '' ? sql<boolean>`a.role <> 'member'` : sql<boolean>`strpos(${name}, ${text}) > 0`)
    .orderBy(sql`strpos(${name}, ${text})`)
    .orderBy('a.role')
    .orderBy(name)
    .limit(most + 1)
    .execute();
  const now = clock();
  const members = rows.slice(0, most).map((row) => ({
    userId: row.user_id,
    username: row.username,
    role: row.role,
    joinedAt: row.joined_at,
    suspendedUntil: row.suspended_until && row.suspended_until > now ? row.suspended_until : null,
  }));
  return { members, hasMore: rows.length > most };
}

/** The desk's page of members, with what was searched for. */
export const membersPage = (q: string): string => (q === '' ? DESK.members : `${DESK.members}?q=${encodeURIComponent(q)}`);

const pageOf = ({ form }: Pick<MemberVisit, 'form'>) => membersPage(form.get('q') ?? '');

/** `POST /desk/members`: an administrator gives a member another role. */
export const deskMembersActions = moderatorForm(pageOf, act, { isHidden: true });

async function act(visit: MemberVisit): Promise<Outcome> {
  const { context, form, session } = visit;
  if (!session.isAdministrator) throw new Fault(403, 'This is for administrators.');
  const userId = readTaxonomyId(form.get('userid') ?? '');
  const role = ROLES.find((known) => known === form.get('role'));
  if (userId === undefined || role === undefined) throw new Fault(400, 'The form does not say who gets which role.');
  try {
    const { messages } = await changeMember(context, { userId }, { role }, session.userId);
    // The desk is not there any more for who has given up their role.
    const to = userId === session.userId && role === 'member' ? '/' : pageOf(visit);
    return { ...decided(to, messages[0] ?? ''), changesPages: false };
  } catch (error) {
    if (error instanceof Refused) return rejected(pageOf(visit), error.message);
    throw error;
  }
}
