import { randomUUID } from 'node:crypto';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { OWN_POSTS, POST_DEAL } from '../../lib/community-paths.ts';
import { Refused } from '../../lib/refused.ts';
import { isEstablished } from '../accounts/established.server.ts';
import { parseContextOf } from '../catalogue/parse-fields.ts';
import { dealPath } from '../deals/deal.ts';
import type { Session } from '../session/read-session.server.ts';
import { limit } from '../session/limit.server.ts';
import type { PostFields } from './contracts/fields.ts';
import type { SubmitAnswer } from './contracts/submit.ts';
import { readPost, type ReadPost } from './read-post.server.ts';
import { postingTransaction, savePost } from './save-post.server.ts';
import {
  changeWaiting,
  findByKey,
  findOwn,
  insertSubmission,
  isSameTyped,
  resubmissionKey,
  setThread,
  type Submission,
} from './submissions.server.ts';

export interface SentPost {
  /** Identifies repeated requests of the same form; a form without one counts as new. */
  key: string;
  fields: PostFields;
}

const TOO_OFTEN = 'You have posted many deals lately. Please wait a while; what you typed is kept.';
const SENT_BEFORE = 'This form was sent before. Load the page again to post another deal.';
const REFUSED_BEFORE = 'A moderator did not publish this deal. You can change it and send it again: it is in the list of what you posted.';
export const SENT_AGAIN = 'You have sent this deal again already: it is in the list of what you posted.';
const NOT_REFUSED = 'This deal is not kept any more. Please post it as a new one.';

/**
 * Posts a deal. Deals by members whose accounts are new, at unknown stores, or with an address that is not the store's wait for a
 * moderator; all others show at once. A repeated form is answered as the first time.
 */
export async function submitPost(context: Context, session: Session, { key, fields }: SentPost): Promise<SubmitAnswer> {
  return submit(context, session, { key: key || randomUUID(), fields }, { sentBefore: SENT_BEFORE });
}

/**
 * Sends a deal again that a moderator refused, as a new submission, which always waits for a moderator; the refused one stays as it is.
 * Repeated requests make only one.
 */
export async function sendAgain(context: Context, session: Session, id: number, fields: PostFields): Promise<SubmitAnswer> {
  if (!(await findOwn(context.db, session.userId, id, 'refused'))) return { error: NOT_REFUSED };
  return submit(context, session, { key: resubmissionKey(id), fields }, { sentBefore: SENT_AGAIN, alwaysWaits: true });
}

interface Submitting {
  /** The message when other fields were sent under the same key. */
  sentBefore: string;
  alwaysWaits?: boolean;
}

async function submit(
  context: Context,
  session: Session,
  { key, fields }: SentPost,
  { sentBefore, alwaysWaits = false }: Submitting,
): Promise<SubmitAnswer> {
  const { db, clock } = context;
  const { userId } = session;
  const before = await findByKey(db, userId, key);
  if (before) return answerAgain(context, before, fields, sentBefore);
  const read = await readPost(context, fields);
  if ('field' in read) return read;
  await limit(context, 'deal-post', userId, TOO_OFTEN);
  await limit(context, 'deal-post-day', userId, TOO_OFTEN);
  const isKnown = read.store.slug !== undefined && !read.store.isElsewhere;
  const waits = alwaysWaits || !isKnown || !(session.isModerator || (await isEstablished(db, userId, clock())));
  const answer = waits ? await keepWaiting(context, userId, key, fields) : await publish(context, userId, key, fields, read);
  if (answer) return answer;
  // The same form was sent twice at once.
  const first = await findByKey(db, userId, key);
  return first ? answerAgain(context, first, fields, sentBefore) : { error: sentBefore };
}

async function keepWaiting({ db, clock }: Context, userId: number, key: string, fields: PostFields): Promise<SubmitAnswer | undefined> {
  const id = await insertSubmission(db, { userId, key, fields, status: 'waiting' }, clock());
  return id === undefined ? undefined : { waiting: true };
}

async function publish(
  context: Context,
  userId: number,
  key: string,
  fields: PostFields,
  read: ReadPost,
): Promise<SubmitAnswer | undefined> {
  try {
    return await postingTransaction(context, async (transaction, now) => {
      const id = await insertSubmission(transaction, { userId, key, fields, status: 'published' }, now);
      if (id === undefined) return undefined;
      const deal = await savePost(transaction, read, { sourceId: randomUUID(), userId }, { ...parseContextOf(context), now });
      await setThread(transaction, id, deal.thread_id);
      // One that starts later has no page yet.
      return { path: deal.status === 'scheduled' ? OWN_POSTS : dealPath({ threadId: deal.thread_id, title: deal.title }) };
    });
  } catch (error) {
    if (error instanceof Refused) return { error: error.lines.join(' ') };
    throw error;
  }
}

/** Changes a deal that waits. */
export async function changePost(context: Context, { userId }: Session, id: number, fields: PostFields): Promise<SubmitAnswer> {
  const read = await readPost(context, fields);
  if ('field' in read) return read;
  await limit(context, 'edit', userId, TOO_OFTEN);
  return (await changeWaiting(context.db, userId, id, fields)) ? { waiting: true } : { error: await whyNotWaiting(context.db, userId, id) };
}

/** The message when a poster tries to change or withdraw a deal that does not wait any more. */
export const whyNotWaiting = async (db: Db, userId: number, id: number): Promise<string> =>
  (await findOwn(db, userId, id)) ? DECIDED : WITHDRAWN;

export const DECIDED = 'This does not wait any more: a moderator has decided about it.';
const WITHDRAWN = 'This deal is withdrawn already, and nothing is kept of it.';

async function answerAgain({ db }: Context, before: Submission, fields: PostFields, sentBefore: string): Promise<SubmitAnswer> {
  if (!isSameTyped(before.fields, fields)) return { error: sentBefore };
  if (before.status === 'waiting') return { waiting: true };
  if (before.status === 'refused') return { error: REFUSED_BEFORE };
  const deal = await db
    .selectFrom('deals')
    .select(['thread_id', 'title', 'status'])
    .where('thread_id', '=', before.threadId ?? 0)
    .executeTakeFirst();
  return { path: !deal || deal.status === 'scheduled' ? OWN_POSTS : dealPath({ threadId: deal.thread_id, title: deal.title }) };
}

/** What a form is for: changing a waiting deal, or sending a refused one again; with neither, a new deal. */
export interface FormOf {
  waiting?: number | undefined;
  again?: number | undefined;
}

/** The same as query parameters and hidden fields of the form. */
export const namedIn = ({ waiting, again }: FormOf): Record<string, string> => {
  if (waiting !== undefined) return { waiting: String(waiting) };
  return again === undefined ? {} : { again: String(again) };
};

/** The page with the form. */
export const formAddress = (of: FormOf, more: Record<string, string> = {}): string => {
  const query = new URLSearchParams({ ...namedIn(of), ...more }).toString();
  return query ? `${POST_DEAL}?${query}` : POST_DEAL;
};
