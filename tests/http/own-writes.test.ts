import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Reply } from '../../src/features/comments/contracts/replies.ts';
import type { DealCard } from '../../src/features/deals/card.ts';
import type { DealData } from '../../src/features/deals/detail.ts';
import type { FeedData } from '../../src/features/feeds/feed.ts';
import { ask, jsonOf } from '../support/http.ts';
import { newVerified, Visitor } from '../support/http-visitor.ts';
import { commandSite, newDeal } from '../support/running-site.ts';
import { sharedSite } from '../support/shared-site.ts';

const site = await sharedSite();
const { url } = site;
const LATE = { timeout: 30_000 };
/** The tag of a page that is a file, and was not made for who asks. */
const PUBLISHED = /^"[^"]+-identity"$/;

/** A small category, on whose first page a deal of this file shows, though it is old. */
const CATEGORY = 'dressers';
const [first, second, third] = [
  await newDeal(site, { category: CATEGORY }),
  await newDeal(site, { category: CATEGORY }),
  await newDeal(site, { category: CATEGORY }),
];

beforeAll(async () => {
  for (const { path } of [first, second, third])
    await vi.waitUntil(async () => PUBLISHED.test((await ask(url, path)).headers.etag ?? ''), LATE);
});

/** One comments five times a minute at most. */
const [{ browser: member }, { browser: other }] = await Promise.all([newVerified(site), newVerified(site)]);
const stranger = new Visitor(url);

/** Calls an address of the community as the site's script does. */
async function call<Answer>(browser: Visitor, address: string, fields: Record<string, string | number>): Promise<Answer> {
  const sent = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  return jsonOf<Answer>(await browser.send(address, { securitytoken: await browser.token(), ...sent }));
}

async function comment(browser: Visitor, { threadId }: DealCard, message: string): Promise<Reply> {
  const answer = await call<{ reply: Reply }>(browser, '/forums/newreply.php', { do: 'postreply', threadid: threadId, message });
  return answer.reply;
}

const vote = (browser: Visitor, postid: number, cast: number) =>
  call<{ score: number }>(browser, '/forums/sdthreadrate_ajax.php', { postid, votetypeid: 1, vote: cast });

/** What a deal's page and both forms of its data say of something, in a browser that has kept the pages of before. */
async function shows(browser: Visitor, { path }: DealCard, words: string, kept: Map<string, string>): Promise<boolean[]> {
  const answers = await Promise.all(
    [path, `${path}/_payload.json`, `/web-api/page${path}`].map((address) =>
      browser.get(address, { 'If-None-Match': kept.get(address) ?? '' }),
    ),
  );
  return answers.map(({ status, text }) => status === 200 && text.includes(words));
}

/** The tags of a deal's pages as they are now. */
async function keptPages({ path }: DealCard): Promise<Map<string, string>> {
  const addresses = [path, `${path}/_payload.json`, `/web-api/page${path}`];
  return new Map(await Promise.all(addresses.map(async (address) => [address, (await ask(url, address)).headers.etag!] as const)));
}

test('who writes is told to drop the pages that were fetched ahead', async () => {
  const { headers } = await other.send('/forums/sdthreadrate_ajax.php', {
    ...{ securitytoken: await other.token(), postid: String(third.postid), votetypeid: '1', vote: '1' },
  });
  expect(headers['clear-site-data']).toBe('"prefetchCache", "prerenderCache"');
});

/** What a page says that a form did. */
const noticeOf = (html: string) => /class="form__message"[^>]*>([^<]*)</.exec(html)?.[1]?.trim();

const EVERYWHERE = [true, true, true];
const NOWHERE = [false, false, false];

describe('on the next page load of who did it shows', () => {
  test('a comment, its edit and its deletion', async () => {
    const kept = await keptPages(first);
    const { postid } = await comment(member, first, 'A tealess teapot');
    expect(await shows(member, first, 'A tealess teapot', kept)).toEqual(EVERYWHERE);
    const edited = { do: 'updatepost', postid, message: 'A potless tea' };
    await call(member, '/forums/editpost.php', edited);
    expect(await shows(member, first, 'A potless tea', kept)).toEqual(EVERYWHERE);
    expect(await shows(member, first, 'A tealess teapot', kept)).toEqual(NOWHERE);
    await call(member, '/forums/editpost.php', { do: 'deletepost', postid });
    expect(await shows(member, first, 'A potless tea', new Map())).toEqual(NOWHERE);
  });

  test('a vote, on the deal’s page and in the feeds', async () => {
    const scoresOf = async () => {
      const page = jsonOf<{ pageData: DealData }>(await member.get(`${second.path}/_payload.json`)).pageData;
      const list = jsonOf<{ pageData: FeedData }>(await member.get(`/category/${CATEGORY}/_payload.json`)).pageData;
      const inFeed = (list.items as DealCard[]).find(({ threadId }) => threadId === second.threadId);
      return [page.deal.score, inFeed?.score];
    };
    const { score } = await vote(member, second.postid, 1);
    expect(await scoresOf()).toEqual([score, score]);
    expect((await member.get(second.path)).text).toMatch(new RegExp(`<output[^>]*>${score}</output>`));
    expect((await vote(member, second.postid, 0)).score).toBe(score - 1);
    expect(await scoresOf()).toEqual([score - 1, score - 1]);
  });

  test('what is sent by forms without script', async () => {
    const securitytoken = await member.token();
    const fields = { do: 'postreply', threadid: String(second.threadId), message: 'Written without script', securitytoken };
    const sent = await member.submit('/forums/newreply.php', fields);
    expect(sent.status).toBe(303);
    const led = await member.get(sent.headers.location!);
    expect((await member.get(led.headers.location!.replace(/#.*/, ''))).text).toContain('Written without script');
    expect((await member.get(second.path)).text).toContain('Written without script');
    const voted = await member.submit('/forums/sdthreadrate_ajax.php', {
      ...{ postid: String(second.postid), votetypeid: '1', vote: '1', url: second.path, securitytoken },
    });
    expect([voted.status, voted.headers.location]).toEqual([303, second.path]);
    const counted = await member.get(voted.headers.location!);
    expect(counted.text).toMatch(new RegExp(`<output[^>]*>${second.score! + 1}</output>`));
    expect([noticeOf(counted.text), counted.headers['cache-control']]).toEqual(['Your vote is counted.', 'private, no-store']);
    const [, postid = ''] = /p=(\d+)$/.exec(sent.headers.location!) ?? [];
    const deleted = await member.submit('/forums/editpost.php', { do: 'deletepost', postid, securitytoken });
    expect(deleted.headers.location).toBe(second.path);
    const left = (await member.get(second.path)).text;
    expect([noticeOf(left), left.includes('Written without script')]).toEqual(['Your comment is deleted.', false]);
    expect(noticeOf((await member.get(second.path)).text)).toBeUndefined();
  });

  test('what a moderator decided, and after a report the page as it is then', async () => {
    const moderator = await newVerified(site);
    await commandSite(site, 'member', { name: moderator.username, role: 'moderator' });
    const { postid } = await comment(member, third, 'Buy my lamps');
    expect((await member.get(third.path)).text).toContain('Buy my lamps');
    const decide = (decision: string, seen: number) =>
      call<{ success: boolean }>(moderator.browser, '/account/moderation', { do: decision, postid, seen, author: '', reason: '' });
    expect(await decide('hide', 0)).toMatchObject({ success: true });
    expect((await moderator.browser.get(third.path)).text).not.toContain('Buy my lamps');

    const spam = await comment(member, third, 'Buy my rugs');
    const { browser: reporter } = await newVerified(site);
    expect(await call(reporter, '/forums/report.php', { postid: spam.postid, reason: 'Spam' })).toMatchObject({ success: true });
    expect((await reporter.get(third.path)).headers['cache-control']).toBe('private, no-store');
  });

  test('another name', async () => {
    await comment(other, third, 'By any other name');
    const username = `Rose${Date.now() % 1e9}`;
    expect(await call(other, '/forums/changeUsername.php', { username })).toMatchObject({ status: 'success' });
    expect((await other.get(third.path)).text).toContain(username);
  });
});

test('meanwhile others get the published page, and so does who wrote once it has what was written', async () => {
  const seenBy = async (browser: Visitor) => (await browser.get(first.path)).headers;
  await comment(other, first, 'Once upon a time');
  const theirs = await seenBy(stranger);
  expect([theirs.etag, theirs['cache-control']]).toEqual([expect.stringMatching(PUBLISHED), 'private, no-cache']);
  await expect.poll(async () => (await seenBy(other)).etag, LATE).toMatch(PUBLISHED);
  expect((await other.get(first.path)).text).toContain('Once upon a time');
});

test('the cookie that says so names nobody, and cannot be read by scripts', async () => {
  const answer = await member.send('/forums/sdthreadrate_ajax.php', {
    ...{ postid: String(first.postid), votetypeid: '1', vote: '0', securitytoken: await member.token() },
  });
  const lines = (answer.headers['set-cookie'] ?? []).filter((line) => line.startsWith('fresh='));
  expect(lines).toEqual([expect.stringMatching(/^fresh=\d+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/)]);
});
