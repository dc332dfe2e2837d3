import { repliesCall, type Reply } from '../../src/features/comments/contracts/replies.ts';
import { replyCall } from '../../src/features/comments/contracts/reply.ts';
import { replyForm } from '../../src/features/comments/post.server.ts';
import { answerReplies } from '../../src/features/comments/replies.server.ts';
import { readEndpoint } from '../../src/server/http/endpoint.ts';
import { accountsContext } from './accounts.ts';
import { agreed } from './agreed.ts';
import type { Called, Caller } from './calls.ts';
import type { Open } from './databases.ts';
import { publishedCatalogue } from './published-catalogue.ts';

/** A small catalogue and one of its deals, nothing said about it. */
export async function dealToDiscuss(open: Open) {
  const context = accountsContext((await open()).db);
  await publishedCatalogue(context, 3);
  await context.db.deleteFrom('comments').execute();
  const deal = await context.db
    .selectFrom('deals')
    .select(['thread_id', 'post_id', 'title'])
    .orderBy('thread_id')
    .executeTakeFirstOrThrow();
  return { context, deal };
}

/** Posts a comment as a member does; more fields replace those of the call. */
export const post = (browser: Caller, threadid: number, message: string, more: Record<string, string> = {}): Promise<Called> =>
  browser
    .callAsMember(replyForm, { form: { do: 'postreply', threadid: String(threadid), message, ...more } })
    .then((called) => agreed(replyCall, called));

/** As `post`; what was posted. */
export async function posted(browser: Caller, threadid: number, message: string, parentid?: number): Promise<Reply> {
  const { answer } = await post(browser, threadid, message, parentid === undefined ? {} : { parentid: String(parentid) });
  const { reply } = answer as { reply?: Reply };
  if (!reply) throw new Error(`the comment was refused: ${JSON.stringify(answer)}`);
  return reply;
}

const replies = readEndpoint(answerReplies);

/** What the call for replies answers. */
export const repliesTo = (browser: Caller, id: number | string, query = ''): Promise<Called> =>
  browser
    .call(replies, { method: 'GET', address: `/comments/replies/${id}${query}`, params: { id: String(id) } })
    .then((called) => agreed(repliesCall, called));
