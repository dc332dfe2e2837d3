import type { Db } from '../../../server/db/database.ts';
import { json, seeOther, type Call } from '../../../server/http/endpoint.ts';
import { readSession } from '../../session/read-session.server.ts';
import { logInPage } from '../../session/visit.server.ts';
import { readFormerAccounts, REMEMBERED_DAYS } from '../former-accounts.server.ts';
import { readPastEmails } from '../past-emails.server.ts';
import { readAccount } from './account-details.server.ts';
import { SETTINGS } from './page.ts';

/** Reads what a room keeps about a member. */
type DataReader = (db: Db, userId: number) => Promise<unknown>;

/** What the member wrote and did, and who they are elsewhere, by its name in the file. */
const OWN: Record<string, DataReader> = {
  identities: (db, userId) =>
    db.selectFrom('identities').select(['provider', 'subject', 'created_at']).where('user_id', '=', userId).orderBy('provider').execute(),
  deals: (db, userId) =>
    db
      .selectFrom('deals')
      .select(['thread_id', 'title', 'url', 'posted_at'])
      .where('posted_by', '=', userId)
      .orderBy('thread_id')
      .execute(),
  comments: (db, userId) =>
    db
      .selectFrom('comments')
      .select(['post_id', 'thread_id', 'parent_id', 'body', 'status', 'posted_at', 'edited_at'])
      .where('user_id', '=', userId)
      .orderBy('post_id')
      .execute(),
  votes: (db, userId) =>
    db
      .selectFrom('votes')
      .select(['post_id', 'vote', 'cast_at', 'network', 'browser'])
      .where('user_id', '=', userId)
      .orderBy('post_id')
      .execute(),
  reports: (db, userId) =>
    db
      .selectFrom('reports')
      .select(['post_id', 'reason', 'note', 'created_at', 'resolved_at', 'network', 'browser'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  drafts: (db, userId) =>
    db.selectFrom('drafts').select(['about', 'body', 'saved_at']).where('user_id', '=', userId).orderBy('about').execute(),
};

/** What was done to the member and their posts, and not by whom. */
const MODERATION: DataReader = (db, userId) =>
  db
    .selectFrom('moderation_actions')
    .select(['action', 'post_id', 'thread_id', 'reason', 'until', 'done_at', 'undone_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

/**
 * Answers `/account/download`: everything that is kept about the member, and for how long, as a JSON file.
 * @param others readers of what other rooms keep, by the names in the file
 */
export async function downloadData(call: Call, others: Record<string, DataReader> = {}): Promise<Response> {
  const { context } = call;
  const session = await readSession(call);
  if (!session) return seeOther(logInPage(SETTINGS));
  const { db } = context;
  const { userId } = session;
  const { joinedAt, providers, pendingEmails, sessions } = await readAccount(context, session);
  const kept: Record<string, unknown> = {};
  for (const [name, read] of Object.entries({ ...OWN, ...others, moderation: MODERATION })) kept[name] = await read(db, userId);
  // A member with an unverified address does not learn who had it before.
  const former = session.hasVerifiedEmail ? await readFormerAccounts(db, userId) : [];
  const data = {
    member: { userid: userId, username: session.username, reputation: session.reputation, avatar: session.avatar, joinedAt },
    account: {
      email: session.email,
      emailVerified: session.hasVerifiedEmail,
      pendingEmails,
      pastEmails: await readPastEmails(db, userId, context.clock()),
      hasPassword: session.hasPassword,
      darkMode: session.darkMode,
      connectedWith: providers,
      suspendedUntil: session.suspendedUntil,
    },
    sessions: sessions.map(({ id: _id, isThis: _isThis, ...rest }) => rest),
    ...kept,
    formerAccounts: former,
    keptFor: KEPT_FOR,
  };
  const name = `${context.config.siteName.toLowerCase().replaceAll(/\W+/g, '-')}-${session.username}.json`;
  return json(data, 200, { 'Content-Disposition': `attachment; filename="${name}"` });
}

/** How long what is in the file is kept; what is not named stays until the member changes or deletes it. */
const KEPT_FOR = {
  sessions: '14 days after they were last used, and 30 days at most',
  pendingEmails: 'until the mailed link is used, and a day at most',
  pastEmails: '7 days',
  origins: 'network and browser, keyed hashes of where a vote or report came from: 30 days',
  reports: 'a year after a moderator has handled them, also without the account',
  drafts: '30 days',
  posts: 'what you typed to post a deal: until it is published or refused, and 90 days then',
  notifications: '90 days after they were read, and a year at most',
  moderation: 'for good, by the number of the account; when it is deleted, without a name',
  deletedComments: 'text of comments that a moderator deleted: 30 days',
  formerAccounts: `a keyed hash of the email address of a deleted account: ${REMEMBERED_DAYS} days, or until a suspension of it ends`,
};
