import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { replyForm } from '../../../src/features/comments/post.server.ts';
import { answerReplies } from '../../../src/features/comments/replies.server.ts';
import { voteForm } from '../../../src/features/votes/votes.server.ts';
import { openDatabase } from '../../../src/server/db/connect.ts';
import { every } from '../../../src/server/every.ts';
import { readEndpoint } from '../../../src/server/http/endpoint.ts';
import { accountsContext, verifiedMember } from '../../support/accounts.ts';
import type { Called } from '../../support/calls.ts';
import { hasServerPrograms, startOwnServer } from '../../support/postgres.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

const LONG = 120_000;
const SOON = { interval: 20, timeout: 30_000 };
/** `npm run bench -- restarts` does it more often, and to a whole site. */
const RESTARTS = 4;
const DEALS = 6;
const MEMBERS = 4;
/** So many are acknowledged between two restarts, at least. */
const BETWEEN = 8;

if (!hasServerPrograms()) console.log('Restarts of PostgreSQL are not tested: there are no programs of a server here');

describe.skipIf(!hasServerPrograms())('a PostgreSQL that is restarted', () => {
  test('loses no vote or comment that was acknowledged, and jobs and listeners go on', { timeout: LONG }, async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => said.mockRestore());
    // Its settings are the usual ones: what is acknowledged is on the disk.
    const server = (await startOwnServer())!;
    onTestFinished(() => server.stop());
    const { db, onChanges, close } = await openDatabase({ databaseUrl: server.url, dataDir: '' });
    onTestFinished(close);
    const unlimited = { take: async () => 0, refund: async () => undefined, clear: async () => undefined, isReached: async () => false };
    const context = { ...accountsContext(db), limits: unlimited };
    await publishedCatalogue(context, DEALS);
    const deals = await db.selectFrom('deals').select(['post_id', 'thread_id']).orderBy('post_id').execute();
    const members = [];
    while (members.length < MEMBERS) {
      const { browser, userId } = await verifiedMember(context);
      members.push({ browser, userId, securitytoken: (await browser.session()).securitytoken });
    }

    /** What a vote may be: the last that was acknowledged, or one of those after it whose fate nobody knows. */
    const votes = new Map<string, Set<number>>();
    const comments = new Set<string>();
    const succeeded = { vote: 0, comment: 0, read: 0, job: 0, change: 0 };
    const attempt = async (kind: 'vote' | 'comment' | 'read', call: Promise<Called>, field: string) => {
      const { status, answer } = await call;
      const isDone = status === 200 && field in (answer as object);
      if (isDone) succeeded[kind]++;
      else expect([500, 503]).toContain(status);
      return isDone;
    };
    let isOver = false;
    onTestFinished(() => void (isOver = true));
    const replies = readEndpoint(answerReplies);
    const visits = members.map(async ({ browser, userId, securitytoken }) => {
      for (let turn = 0; !isOver; turn++) {
        const { post_id: post, thread_id: thread } = deals[turn % DEALS]!;
        const vote = (Math.floor(turn / DEALS) + userId) % 2 === 0 ? 1 : -1;
        const known = votes.get(`${userId} ${post}`) ?? new Set([0]);
        votes.set(`${userId} ${post}`, known.add(vote));
        const cast = { postid: String(post), votetypeid: '1', vote: String(vote), securitytoken };
        if (await attempt('vote', browser.call(voteForm, { form: cast }), 'voted')) votes.set(`${userId} ${post}`, new Set([vote]));
        const message = `Comment ${turn} of member ${userId}, and nobody else’s.`;
        const reply = { do: 'postreply', threadid: String(thread), message, securitytoken };
        if (await attempt('comment', browser.call(replyForm, { form: reply }), 'reply')) comments.add(message);
        const read = { method: 'GET', address: `/comments/replies/${thread}`, params: { id: String(thread) } };
        await attempt('read', browser.call(replies, read), 'replies');
      }
    });
    const countJob = async () => {
      await db.selectFrom('settings').selectAll().execute();
      succeeded.job++;
    };
    onTestFinished(every(20, countJob, () => undefined));
    onChanges(() => succeeded.change++);

    for (let restart = 0; restart < RESTARTS; restart++) {
      await server.restart(restart % 2 === 0 ? 'immediate' : 'fast');
      const before = { ...succeeded };
      const least = () => Math.min(...Object.entries(succeeded).map(([kind, count]) => count - before[kind as keyof typeof before]));
      await expect.poll(least, SOON).toBeGreaterThan(BETWEEN);
    }
    isOver = true;
    await Promise.all(visits);

    const cast = new Map((await db.selectFrom('votes').selectAll().execute()).map((row) => [`${row.user_id} ${row.post_id}`, row.vote]));
    expect([...votes].filter(([key, known]) => !known.has(cast.get(key) ?? 0))).toEqual([]);
    const stored = new Set((await db.selectFrom('comments').select('body').execute()).map(({ body }) => body));
    expect([...comments].filter((message) => !stored.has(message))).toEqual([]);
  });
});
