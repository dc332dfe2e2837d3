import { sql, type InferResult } from 'kysely';
import { dayIn } from '../../server/read-date.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { ModerationAction } from '../../server/db/schema/community.ts';
import { currentMemberOf } from '../accounts/former-accounts.server.ts';
import { dealPath } from '../deals/deal.ts';
import { pageBounds, pageCount } from '../../lib/paging.ts';
import { mayModerate } from '../../lib/roles.ts';
import { DESK } from './words.ts';

const ACTIONS_A_PAGE = 50;

/** An action as the public log shows it: neither who did it nor whom it was about. */
export interface LoggedAction {
  id: number;
  action: ModerationAction;
  about: 'deal' | 'comment' | 'post' | 'votes' | 'submission' | 'member';
  /** Where it still shows; null where it does not. */
  thread: { path: string; title: string } | null;
  reason: string;
  byReports: boolean;
  until: string | null;
  doneAt: string;
  undoneAt: string | null;
}

/** As `LoggedAction`, with the names, for moderators. */
export interface NamedAction extends LoggedAction {
  /** The member it was done to, or, where they deleted that account, their account of today. */
  member: { userid: number; username: string; isModerator: boolean } | null;
  /** When that account was deleted, as long as that is remembered. */
  deletedAt: string | null;
  /** Whether it concerned a member about whom nothing is known any more. */
  isOfNobody: boolean;
  /** Whether the comment was deleted so long ago that its text is gone and cannot be restored. */
  isTextGone: boolean;
  moderator: string | null;
  /** The deal at the desk, where it shows to nobody. */
  atDesk: { path: string; title: string } | null;
}

export interface Log<A = LoggedAction> {
  page: number;
  pages: number;
  actions: A[];
}

/** Reads a page of what moderators and reports have done, the newest first; undefined when it is past the end. */
export async function loadLog({ db, config }: Pick<Context, 'db' | 'config'>, query: URLSearchParams): Promise<Log | undefined> {
  const log = await readLog(db, query, 'public');
  return log && { ...log, actions: log.actions.map((action) => withoutNames(action, config.region.timeZone)) };
}

/**
 * Warnings link to no post, other actions not to the comment, and only the day is shown: decisions of one moment would reveal the member.
 */
function withoutNames(named: NamedAction, timeZone: string): LoggedAction {
  const {
    member: _member,
    moderator: _moderator,
    deletedAt: _deletedAt,
    isOfNobody: _nobody,
    isTextGone: _gone,
    atDesk: _desk,
    ...logged
  } = named;
  const isOfMember = logged.action === 'warn' || logged.action === 'suspend';
  const thread = logged.thread && { ...logged.thread, path: logged.thread.path.replace(/#.*/, '') };
  return {
    ...logged,
    thread: isOfMember ? null : thread,
    doneAt: dayIn(new Date(logged.doneAt), timeZone),
    undoneAt: logged.undoneAt && dayIn(new Date(logged.undoneAt), timeZone),
  };
}

/** As `loadLog`, for moderators. */
export const loadDone = ({ db }: Pick<Context, 'db'>, query: URLSearchParams): Promise<Log<NamedAction> | undefined> =>
  readLog(db, query, 'whole');

/** Changes of roles are visible to moderators only. */
const inLog = (which: 'public' | 'whole') => (which === 'public' ? sql<boolean>`a.action <> 'role'` : sql<boolean>`true`);

async function readLog(db: Db, query: URLSearchParams, which: 'public' | 'whole'): Promise<Log<NamedAction> | undefined> {
  const bounds = pageBounds(query, ACTIONS_A_PAGE);
  if (!bounds) return undefined;
  const { total } = await db
    .selectFrom('moderation_actions as a')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(inLog(which))
    .executeTakeFirstOrThrow();
  const pages = pageCount(total, ACTIONS_A_PAGE);
  if (bounds.page > pages) return undefined;
  return { page: bounds.page, pages, actions: await newest(db, which, ACTIONS_A_PAGE, bounds.offset) };
}

/** The page is chosen before other tables are joined: otherwise a later page would look up what all pages before it show. */
async function newest(db: Db, which: 'public' | 'whole', limit: number, offset: number): Promise<NamedAction[]> {
  const chosen = db
    .selectFrom('moderation_actions as a')
    .select('a.id')
    .where(inLog(which))
    .orderBy('a.done_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .offset(offset);
  const rows = await actions(db)
    .where(sql<boolean>`a.id = any(array(${chosen}))`)
    .orderBy('a.done_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute();
  return rows.map(toNamedAction);
}

const actions = (db: Db) =>
  db
    .selectFrom('moderation_actions as a')
    .leftJoin('comments as c', 'c.post_id', 'a.post_id')
    // A comment may have moved to another deal since.
    .leftJoin('deals as d', (join) =>
      join.on('d.thread_id', '=', ({ fn }) => fn.coalesce('c.thread_id', 'a.thread_id')).on('d.status', '<>', 'scheduled'),
    )
    .leftJoin('deals as own', 'own.post_id', 'a.post_id')
    .leftJoin('members as m', (join) => join.on('m.user_id', '=', currentMemberOf('a.user_id')))
    .leftJoin('accounts', 'accounts.user_id', 'm.user_id')
    .leftJoin('members as by', 'by.user_id', 'a.moderator_id')
    .select(['a.id', 'a.action', 'a.post_id', 'a.moderator_id', 'a.reason', 'a.until', 'a.done_at', 'a.undone_at'])
    .select(['d.thread_id', 'd.title', 'c.status as comment_status'])
    .select(['own.post_id as deal_post', 'own.thread_id as deal_id', 'own.title as deal_title'])
    .select(['a.user_id as done_to', 'm.user_id', 'm.username', 'accounts.role', 'by.username as moderator'])
    .select((eb) => [
      eb
        .selectFrom('former_accounts as f')
        .select(({ fn }) => fn.max('f.deleted_at').as('at'))
        .whereRef('f.user_id', '=', 'a.user_id')
        .as('deleted_at'),
      eb('c.body', '=', '').as('has_no_text'),
    ]);

type Row = InferResult<ReturnType<typeof actions>>[number];

function toNamedAction(row: Row): NamedAction {
  const thread = threadOf(row);
  return {
    id: row.id,
    action: row.action,
    reason: row.reason,
    byReports: row.moderator_id === null,
    about: aboutOf(row),
    thread,
    until: row.until?.toISOString() ?? null,
    doneAt: row.done_at.toISOString(),
    undoneAt: row.undone_at?.toISOString() ?? null,
    member: memberOf(row),
    deletedAt: row.deleted_at?.toISOString() ?? null,
    isOfNobody: row.done_to !== null && row.user_id === null && row.deleted_at === null,
    isTextGone: row.action === 'delete' && row.comment_status === 'deleted' && Boolean(row.has_no_text),
    moderator: row.moderator,
    atDesk: thread ? null : dealAtDesk(row),
  };
}

function threadOf({ thread_id: threadId, title, comment_status: status, post_id: postId }: Row): NamedAction['thread'] {
  if (threadId === null || title === null) return null;
  return { path: `${dealPath({ threadId, title })}${status === 'shown' ? `#post${postId}` : ''}`, title };
}

function memberOf({ user_id: userid, username, role }: Row): NamedAction['member'] {
  return userid !== null && username !== null ? { userid, username, isModerator: mayModerate(role) } : null;
}

function dealAtDesk({ deal_id: id, deal_title: title }: Row): NamedAction['atDesk'] {
  return id !== null && title !== null ? { path: `${DESK.deals}?id=${id}`, title } : null;
}

function aboutOf(row: Pick<Row, 'action' | 'comment_status' | 'deal_post'>): LoggedAction['about'] {
  if (row.action === 'remove-votes') return 'votes';
  if (row.action === 'refuse') return 'submission';
  if (row.action === 'role') return 'member';
  if (row.deal_post !== null) return 'deal';
  return row.comment_status === null ? 'post' : 'comment';
}
