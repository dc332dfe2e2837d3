import { randomUUID } from 'node:crypto';
import type { Context } from '../../server/context.ts';
import { OWN_POSTS, POST_DEAL } from '../../lib/community-paths.ts';
import { Refused } from '../../lib/refused.ts';
import { isEstablished } from '../accounts/established.server.ts';
import { parseContextOf } from '../catalogue/parse-fields.ts';
import { dealPath } from '../deals/deal.ts';
import type { Session } from '../session/read-session.server.ts';
import { limit } from '../session/visit.server.ts';
import type { PostFields } from './contracts/fields.ts';
import type { SubmitAnswer } from './contracts/submit.ts';
import { readPost, type ReadPost } from './read-post.server.ts';
import { postingTransaction, savePost } from './save-post.server.ts';
import { changeWaiting, findByKey, insertSubmission, isSameTyped, setThread, type Submission } from './submissions.server.ts';

export interface SentPost {
  /** Known again by it; a form that has none is its own. */
  key: string;
  fields: PostFields;
}

const TOO_OFTEN = 'You have posted many deals lately. Please wait a while; what you typed is kept.';
const SENT_BEFORE = 'This form was sent before. Load the page again to post another deal.';

/**
 * Posts a deal: of members whose accounts are new, and at stores that are not known yet or whose address it does not have, it waits for a
 * look; all others show at once. The same form again is answered as the first time.
 */
export async function submitPost(context: Context, session: Session, { key: sent, fields }: SentPost): Promise<SubmitAnswer> {
  const { db, clock } = context;
  const { userId } = session;
  const key = sent || randomUUID();
  const before = await findByKey(db, userId, key);
  if (before) return answerAgain(context, before, fields);
  const read = await readPost(context, fields);
  if ('field' in read) return read;
  await limit(context, 'deal-post', userId, TOO_OFTEN);
  await limit(context, 'deal-post-day', userId, TOO_OFTEN);
  const isKnown = read.store.slug !== undefined && !read.store.isElsewhere;
  const waits = !isKnown || !(session.isModerator || (await isEstablished(db, userId, clock())));
  const answer = waits ? await keepWaiting(context, userId, key, fields) : await publish(context, userId, key, fields, read);
  if (answer) return answer;
  // The same form was sent twice at once.
  const first = await findByKey(db, userId, key);
  return first ? answerAgain(context, first, fields) : { error: SENT_BEFORE };
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
  return (await changeWaiting(context.db, userId, id, fields)) ? { waiting: true } : { error: DECIDED };
}

/** Said of what its poster would change and a moderator has decided about. */
export const DECIDED = 'This does not wait any more: a moderator has decided about it.';

async function answerAgain({ db }: Context, before: Submission, fields: PostFields): Promise<SubmitAnswer> {
  if (!isSameTyped(before.fields, fields)) return { error: SENT_BEFORE };
  if (before.status === 'waiting') return { waiting: true };
  const deal = await db
    .selectFrom('deals')
    .select(['thread_id', 'title', 'status'])
    .where('thread_id', '=', before.threadId ?? 0)
    .executeTakeFirst();
  return { path: !deal || deal.status === 'scheduled' ? OWN_POSTS : dealPath({ threadId: deal.thread_id, title: deal.title }) };
}

/** The page with the form: of a new deal, or of one that waits. */
export const formAddress = (waiting: number | undefined, more: Record<string, string> = {}): string => {
  const query = new URLSearchParams({ ...(waiting !== undefined && { waiting: String(waiting) }), ...more }).toString();
  return query ? `${POST_DEAL}?${query}` : POST_DEAL;
};
