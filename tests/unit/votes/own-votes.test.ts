import { expect, test } from 'vitest';
import { answerOwnVotes, ownVoteOn } from '../../../src/features/votes/own-votes.server.ts';
import { voteForm } from '../../../src/features/votes/votes.server.ts';
import { formEndpoint } from '../../../src/server/http/endpoint.ts';
import { accountsContext, verifiedMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { onDatabase, type Open } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

const endpoint = formEndpoint(answerOwnVotes);
const threadrate = async (browser: Caller, form: Record<string, string[]>) => (await browser.call(endpoint, { form })).answer;

async function catalogue(open: Open) {
  const context = accountsContext((await open()).db);
  await publishedCatalogue(context, 4);
  const deals = await context.db.selectFrom('deals').select(['thread_id', 'post_id']).orderBy('thread_id').execute();
  const comments = await context.db.selectFrom('comments').select('post_id').orderBy('post_id').execute();
  return { context, deals, comments, threads: deals.map(({ thread_id: id }) => String(id)) };
}
const vote = (browser: Caller, postid: number, cast: string, votetypeid = '1') =>
  browser.callAsMember(voteForm, { form: { postid: String(postid), votetypeid, vote: cast } });

onDatabase('threadrate.php', (open) => {
  test('tells a member’s own votes on the threads that are asked for, and nobody else’s', async () => {
    const { context, deals, threads } = await catalogue(open);
    const [ada, bob] = [await verifiedMember(context), await verifiedMember(context)];
    await vote(ada.browser, deals[0]!.post_id, '1');
    await vote(ada.browser, deals[1]!.post_id, '-1');
    await vote(ada.browser, deals[2]!.post_id, '1');
    await vote(ada.browser, deals[2]!.post_id, '0');
    await vote(bob.browser, deals[3]!.post_id, '1');
    expect(await threadrate(ada.browser, { 'ti[]': threads })).toEqual({ [threads[0]!]: 'up', [threads[1]!]: 'down' });
    expect(await threadrate(ada.browser, { 'ti[]': threads.slice(1) })).toEqual({ [threads[1]!]: 'down' });
    expect(await threadrate(bob.browser, { 'ti[]': threads })).toEqual({ [threads[3]!]: 'up' });
    expect(await threadrate(new Caller(context), { 'ti[]': threads })).toEqual({});
    const sent = deals.map(({ post_id }) => new URLSearchParams({ postid: String(post_id) }));
    const ownVotes = [...sent, new URLSearchParams('postid=x')].map((form) => ownVoteOn(context.db, ada.userId, form));
    expect(await Promise.all(ownVotes)).toEqual([1, -1, 0, 0, 0]);
  });

  test('tells of comments by their post ids in the same call', async () => {
    const { context, deals, comments, threads } = await catalogue(open);
    const { browser } = await verifiedMember(context);
    const posts = comments.map(({ post_id: id }) => String(id));
    await vote(browser, deals[0]!.post_id, '-1');
    await vote(browser, comments[0]!.post_id, '1', '2');
    await vote(browser, comments[1]!.post_id, '-1', '2');
    await context.db.updateTable('comments').set({ status: 'hidden' }).where('post_id', '=', comments[1]!.post_id).execute();
    expect(await threadrate(browser, { 'ti[]': threads, 'pi[]': posts })).toEqual({ [threads[0]!]: 'down', [posts[0]!]: 'up' });
  });

  test('takes ids alone, each once, and reads past more than five hundred of them', async () => {
    const { context, deals, threads } = await catalogue(open);
    const { browser } = await verifiedMember(context);
    await vote(browser, deals[0]!.post_id, '1');
    const up = { [threads[0]!]: 'up' };
    for (const wrong of ['', '0', '-1', '1.5', 'x', '1e3', '9007199254740993', '99999999999999999999', ' 7'])
      expect(await threadrate(browser, { 'ti[]': [threads[0]!, wrong] }), wrong).toEqual({
        status: 'error',
        message: 'ti[] must be an id.',
      });
    expect(await threadrate(browser, { 'ti[]': [threads[0]!, threads[0]!] })).toEqual(up);
    expect(await threadrate(browser, { 'ti[]': [] })).toEqual({});
    const many = (length: number) => [...Array.from({ length }, (_, index) => String(1_000_000 + index)), threads[0]!];
    expect(await threadrate(browser, { 'ti[]': many(499) })).toEqual(up);
    expect(await threadrate(browser, { 'ti[]': many(500) })).toEqual({});
  });
});
