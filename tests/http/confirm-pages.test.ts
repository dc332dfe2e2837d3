import { decodeHTML } from 'entities';
import { expect, test } from 'vitest';
import type { Reply } from '../../src/features/comments/contracts/replies.ts';
import type { DealCard } from '../../src/features/deals/card.ts';
import type { OfferCard } from '../../src/features/offers/offer.ts';
import { ask, jsonOf } from '../support/http.ts';
import { newVerified } from '../support/http-visitor.ts';
import { feed, wholeFeed } from '../support/pages.ts';
import { sharedSite } from '../support/shared-site.ts';

const site = await sharedSite();
const { browser } = await newVerified(site);
const cards = await wholeFeed(site.url, '/popular');

/** What a page says besides header and footer. */
async function mainOf(address: string): Promise<{ status: number; main: string }> {
  const { status, text } = await browser.get(address);
  return { status, main: decodeHTML(/<main[^]*<\/main>/.exec(text)?.[0] ?? '') };
}

const linkTo = ({ path, dealTitle }: { path: string; dealTitle: string }) => `<a href="${path}">${dealTitle}</a>`;

test('the page that confirms a vote names the deal or the comment, with a link to it', async () => {
  const card = cards.find(({ commentCount }) => commentCount > 0)!;
  const ofDeal = await mainOf(`/account/vote?postid=${card.postid}&votetypeid=1&vote=1&url=%2F`);
  expect(ofDeal.main).toContain(`The deal ${linkTo(card)}`);
  expect(ofDeal.main).toContain('Please confirm your vote.');
  const payload = jsonOf<{ pageData: { comments: Reply[] } }>(await ask(site.url, `${card.path}/_payload.json`));
  const { postid, username } = payload.pageData.comments[0]!;
  const ofComment = await mainOf(`/account/vote?postid=${postid}&votetypeid=2&vote=-1&url=%2F`);
  expect(ofComment.main).toContain(`The comment by ${username} on ${linkTo({ ...card, path: `${card.path}#post${postid}` })}`);
});

test('the page that confirms what a coupon did names the deal or the offer', async () => {
  const card = cards.find(({ couponCode, isExpired }) => couponCode !== null && !isExpired)!;
  const ofDeal = await mainOf(`/account/coupon-result?about=DEAL-${card.threadId}&code=${card.couponCode}&worked=0&url=%2F`);
  expect(ofDeal.main).toContain(`Please confirm that the code ${card.couponCode} did not work: ${linkTo(card)}`);
  const [offer] = (await feed(site.url, '/browse/coupons')).items as OfferCard[];
  const ofOffer = await mainOf(`/account/coupon-result?about=PCO-${offer!.pcoId}&code=${offer!.code}&worked=1&url=%2F`);
  expect(ofOffer.main).toContain(`Please confirm that the code ${offer!.code} worked: ${linkTo(offer!)}`);
});

test('the page that confirms a save names the deal', async () => {
  const [card]: DealCard[] = cards;
  expect((await mainOf(`/account/saved?save=${card!.threadId}`)).main).toContain(`Please confirm that you want to save ${linkTo(card!)}.`);
});

test('there is nothing to confirm about what is not there', async () => {
  for (const [address, status, message] of [
    ['/account/vote?postid=999999999&votetypeid=1&vote=1', 404, 'This post no longer exists.'],
    ['/account/vote', 404, 'This post no longer exists.'],
    ['/account/coupon-result?about=DEAL-999999999&code=A&worked=1', 404, 'This coupon no longer exists.'],
    ['/account/coupon-result?about=PCO-99999999999&code=A&worked=1', 404, 'This coupon no longer exists.'],
    ['/account/saved?save=999999999', 200, 'This deal no longer exists.'],
  ] as const) {
    const answer = await mainOf(address);
    expect(answer.status, address).toBe(status);
    expect(answer.main, address).toContain(message);
    expect(answer.main, address).not.toContain('onfirm');
  }
});

test('the page that a confirmed form leads to says what was done, and the keyboard goes on from there', async () => {
  const [card] = cards;
  const sent = { postid: String(card!.postid), votetypeid: '1', vote: '1', url: card!.path, securitytoken: await browser.token() };
  const { status, headers } = await browser.submit('/forums/sdthreadrate_ajax.php', sent);
  expect([status, headers.location]).toEqual([303, card!.path]);
  const { main } = await mainOf(card!.path);
  const said = /<p[^>]*>\s*Your vote is counted\.\s*<\/p>/.exec(main)?.[0];
  expect(said).toContain('role="status"');
  expect(said).toContain('autofocus');
});
