import { describe, expect, test } from 'vitest';
import type { DealCard } from '../../src/features/deals/card.ts';
import type { DealDetailsAnswer } from '../../src/features/deals/contracts/deal-details.ts';
import { ask, FORM, jsonOf } from '../support/http.ts';
import { register, Visitor } from '../support/http-visitor.ts';
import { mailTo } from '../support/mails.ts';
import { feed } from '../support/pages.ts';
import { newDeal } from '../support/running-site.ts';
import { settled } from '../support/settled.ts';
import { sharedSite } from '../support/shared-site.ts';

const site = await sharedSite();
const { url, dataDir } = site;
const first = (await feed(url, '/')).items[0]! as DealCard;

const post = (path: string, pairs: [string, string | number][], headers: Record<string, string> = {}) =>
  ask(url, path, {
    method: 'POST',
    body: new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString(),
    headers: { 'Content-Type': FORM, Origin: url, ...headers },
  });

describe.each(['/ajax/threadrate.php', '/ajax/getDeal.php'])('%s', (path) => {
  test('takes a POST of our own pages alone, and no token', async () => {
    const read = await ask(url, path);
    expect([read.status, read.headers.allow, jsonOf(read)]).toEqual([
      405,
      'POST',
      { status: 'error', message: expect.any(String) as string },
    ]);
    const foreign = await post(path, [['ti[]', first.threadId]], { Origin: 'https://evil.example' });
    expect([foreign.status, jsonOf(foreign)]).toEqual([403, { status: 'error', message: expect.any(String) as string }]);
    expect((await post(path, [], { 'Content-Type': 'application/json' })).status).toBe(415);
    const own = await post(path, [['ti[]', first.threadId]]);
    expect([own.status, own.headers['cache-control']]).toEqual([200, 'no-store']);
  });
});

test('getDeal.php tells the deals that the front page shows', () =>
  settled(async () => {
    const deals = (await feed(url, '/')).items as DealCard[];
    const asked = deals.map(({ threadId }): [string, number] => ['fpdealids[]', threadId]);
    const answer = await post('/ajax/getDeal.php', [['format', 'json'], ['page', 1], ...asked, ['fpdealids[]', 999_999_999]]);
    const { dealDetails } = jsonOf<DealDetailsAnswer>(answer);
    expect(Object.keys(dealDetails)).toHaveLength(deals.length);
    for (const [index, deal] of deals.entries()) {
      const { uniqueId, dealTitle, listPriceText, finalPriceText, itemVariant, isExpired, threadId, postid, score, commentCount, path } =
        deal;
      const shown = {
        uniqueId,
        dealTitle,
        listPriceText,
        finalPriceText,
        itemVariant,
        isExpired,
        threadId,
        postid,
        score,
        commentCount,
        path,
      };
      expect(dealDetails[threadId]).toEqual({ ...shown, itemIndex: index, frontpagePostNo: index + 1 });
      expect(finalPriceText).toMatch(/^(free|\$[\d,]+\.\d\d)$/);
    }
  }));

test('threadrate.php tells a member’s votes, and a guest none', async () => {
  const own = await newDeal(site);
  const member = new Visitor(url);
  const { email } = await register(member);
  const { link } = await mailTo(dataDir, email, { subject: /verify/i });
  const token = new URL(link).searchParams.get('token')!;
  await member.send('/account/verify', { token, securitytoken: await member.token() });
  const vote = async (deal: DealCard, cast: string) =>
    jsonOf(
      await member.send('/forums/sdthreadrate_ajax.php', {
        ...{ postid: String(deal.postid), votetypeid: '1', vote: cast, securitytoken: await member.token() },
      }),
    );
  expect(await vote(own, '1')).toEqual({ threadid: own.threadId, postid: own.postid, score: own.score! + 1, voted: 1 });
  const body = new URLSearchParams([first, own].map(({ threadId }) => ['ti[]', String(threadId)])).toString();
  const asMember = await member.post('/ajax/threadrate.php', body, { 'Content-Type': FORM });
  expect(jsonOf(asMember)).toEqual({ [own.threadId]: 'up' });
  expect(jsonOf(await post('/ajax/threadrate.php', [['ti[]', own.threadId]]))).toEqual({});
  expect(await vote(own, '0')).toMatchObject({ score: own.score, voted: -1 });
});
