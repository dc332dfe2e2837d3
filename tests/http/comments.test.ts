import { expect, test } from 'vitest';
import type { DealCard } from '../../src/features/deals/card.ts';
import type { Replies, Reply } from '../../src/features/comments/contracts/replies.ts';
import { ask, jsonOf, sendForm } from '../support/http.ts';
import { deal, wholeFeed } from '../support/pages.ts';
import { sharedSite } from '../support/shared-site.ts';
import { discussedDeals } from '../support/threads.ts';

const { url } = await sharedSite();
const [long] = await discussedDeals(url);

test('a deal’s page and its payload have the first twenty comments, the call has the rest, each once', async () => {
  const page = (await ask(url, long!.path)).text;
  const payload = jsonOf<{ pageData: { comments: Reply[]; commentsNext: number } }>(await ask(url, `${long!.path}/_payload.json`)).pageData;
  expect(payload.comments).toHaveLength(20);
  for (const { postid } of payload.comments) expect(page).toContain(`id="post${postid}"`);
  const ids = new Set(payload.comments.map(({ postid }) => postid));
  for (let next: number | null = payload.commentsNext; next !== null;) {
    const more: Replies = jsonOf<Replies>(await ask(url, `/comments/replies/${long!.threadId}?from-reply=${next}`));
    for (const { postid } of more.replies) ids.add(postid);
    next = more.next;
  }
  expect(ids.size).toBe(long!.commentCount);
});

/** The first of a category's most discussed deals whose page has something. */
async function discussedWith(category: string, part: string): Promise<{ path: string; page: string }> {
  const deals = (await wholeFeed(url, `/category/${category}`)).toSorted((a, b) => b.commentCount - a.commentCount);
  for (const { path } of deals.slice(0, 10)) {
    const page = (await ask(url, path)).text;
    if (page.includes(part)) return { path, page };
  }
  throw new Error(`no deal of ${category} has ${part}`);
}

test('replies past the third below a comment are folded', async () => {
  const { page } = await discussedWith('cpu-coolers', 'class="thread__folded"');
  const [shown, folded] = page.split('<details class="thread__folded">');
  const comments = (html: string | undefined) => html?.match(/<li class="comment"/g)?.length;
  expect(comments(shown?.slice(shown.lastIndexOf('<ol class="thread__below">')))).toBe(3);
  const count = /^<summary>Show (?:<!-- -->)?(\d+) more repl(?:y|ies)<\/summary>/.exec(folded ?? '')?.[1];
  expect(comments(folded?.slice(0, folded.indexOf('</ol></details>')))).toBe(Number(count));
});

test('who posted the deal has a badge at what they say, and nobody else', async () => {
  const { path, page } = await discussedWith('monitors', '>Poster<');
  const payload = jsonOf<{ pageData: { deal: DealCard; comments: Reply[] } }>(await ask(url, `${path}/_payload.json`));
  const { deal: card, comments } = payload.pageData;
  expect(comments.length).toBeGreaterThan(1);
  const headOf = ({ postid }: Reply) => page.slice(page.indexOf(`id="post${postid}"`)).split('</p>')[0];
  expect(comments.map((reply) => headOf(reply)?.includes('>Poster<'))).toEqual(
    comments.map(({ username }) => username === card.poster?.username),
  );
});

test('the best comment stands in the box of the price, and leads to its place', async () => {
  const { path, page } = await discussedWith('monitors', 'Top comment');
  const { bestComment: best } = await deal(url, path);
  const box = /<div class="deal__box">[^]*?<div class="deal__foot">/.exec(page)?.[0];
  expect(box).toContain(`<a href="#post${best?.postid}"`);
  expect(box).toMatch(new RegExp(`Top comment, by\\s+<bdi>${best?.username}</bdi>`));
});

test('calls that only read say what they do not take, and keep nothing', async () => {
  const missing = await ask(url, '/comments/replies/424242');
  expect([missing.status, jsonOf(missing)]).toEqual([404, { status: 'error', message: 'There is no such thread or post.' }]);
  expect((await ask(url, `/comments/replies/${long!.threadId}`, { method: 'POST' })).headers['allow']).toBe('GET, HEAD');
  expect((await ask(url, `/comments/replies/${long!.threadId}`)).headers['cache-control']).toBe('no-store');
});

test('a guest who comments is told to log in, by script and without', async () => {
  const fields = { do: 'postreply', threadid: String(long!.threadId), message: 'Hello', securitytoken: 'guest' };
  expect(jsonOf(await sendForm(url, '/forums/newreply.php', { ajax: '1', ...fields }))).toEqual({ error: 'dologin' });
  const plain = await sendForm(url, '/forums/newreply.php', fields, { Accept: 'text/html' });
  expect([plain.status, plain.headers.location]).toEqual([
    303,
    `/account/log-in?url=${encodeURIComponent(`/account/comment?threadid=${long!.threadId}`)}`,
  ]);
});

test('the link of a comment leads to its page, and to nothing when there is none', async () => {
  const { replies } = jsonOf<{ replies: Reply[] }>(await ask(url, `/comments/replies/${long!.threadId}`));
  const led = await ask(url, `/forums/showpost.php?p=${replies[0]!.postid}`);
  expect([led.status, led.headers.location]).toEqual([302, `${long!.path}?from-reply=0#post${replies[0]!.postid}`]);
  expect((await ask(url, '/forums/showpost.php?p=424242')).status).toBe(404);
});
