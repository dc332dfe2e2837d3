import type { Page } from '@playwright/test';
import { feed } from '../../support/pages.ts';
import { answerWith, expect, test } from '../../support/visitor.ts';
import { scoreOf, setVisible, up } from '../../support/votes-on-page.ts';

/** Has counts answered by the test, every deal with the same score. */
async function answerCounts(page: Page, score: (call: number) => number | null, more: object = {}): Promise<URLSearchParams[]> {
  const asked: URLSearchParams[] = [];
  await page.route('**/ajax/getDeal.php', async (route) => {
    const form = new URLSearchParams(route.request().postData() ?? '');
    asked.push(form);
    const counts = { score: score(asked.length), commentCount: 500 + asked.length, ...more };
    const each = <T>(name: string, answer: T) => Object.fromEntries(form.getAll(name).map((id) => [id, answer]));
    await route.fulfill({ json: { dealDetails: each('fpdealids[]', counts), offers: each('offerids[]', { isExpired: false, ...more }) } });
  });
  return asked;
}

test('counts follow every 30 s while somebody looks, and rest while nobody does', async ({ page }) => {
  await page.clock.install();
  const comments = { commentCount: 1 };
  const asked = await answerCounts(page, (call) => 1000 + call, comments);
  await page.goto('/');
  const cards = page.getByRole('article');
  const commented = cards.first().getByRole('link', { name: /comments? on/ });
  const title = await cards.first().getByRole('heading').innerText();
  expect(asked).toEqual([]);
  await page.clock.fastForward(30_000);
  await expect(scoreOf(page)).toHaveText('1001');
  await expect(commented).toHaveText(`1 comment on ${title}`);
  await expect(cards.last().getByLabel('Score')).toHaveText('1001');
  // Nobody hears the counts of forty cards read out; one's own vote is announced.
  await expect(scoreOf(page)).toHaveAttribute('aria-live', 'off');
  expect(new Set(asked[0]!.getAll('fpdealids[]')).size).toBeGreaterThan(30);

  await setVisible(page, false);
  await page.clock.fastForward(300_000);
  // Whatever was asked for before this has arrived with it.
  await page.evaluate(() => fetch('/healthz').then(({ status }) => status));
  expect(asked).toHaveLength(1);
  comments.commentCount = 2;
  await setVisible(page, true);
  await expect(scoreOf(page)).toHaveText('1002');
  await expect(commented).toHaveText(`2 comments on ${title}`);
  // Looking away for a moment changes nothing.
  await setVisible(page, false);
  await page.clock.fastForward(10_000);
  await setVisible(page, true);
  await page.clock.fastForward(5_000);
  expect(asked).toHaveLength(2);
  await page.clock.fastForward(15_000);
  await expect(scoreOf(page)).toHaveText('1003');
  expect(asked).toHaveLength(3);

  // An island that starts now goes on from the counts, and follows the next ones.
  await answerWith(page, '/forums/sdthreadrate_ajax.php', { threadid: 1, postid: 1, score: 2001, voted: 1 });
  await up(page).click();
  await expect(scoreOf(page)).toHaveText('2001');
  await expect(scoreOf(page)).toHaveAttribute('aria-live', 'polite');
  await page.clock.fastForward(30_000);
  await expect(scoreOf(page)).toHaveText('1004');
  await expect(up(page)).toHaveAttribute('aria-pressed', 'true');
});

/** Prices that a page says besides that of a deal. */
const PRICES = /lowest of the 30 days before|Total|per (?:TB|kg|l|piece)/i;

test('a page that stays open says when a deal expired, and when its price changed', async ({ page, siteUrl }) => {
  await page.clock.install();
  const changed = { isExpired: true, finalPriceText: '$1,234.56' };
  await answerCounts(page, () => 5, changed);
  const reduced = '/all?sort=discount&hideexpired=1';
  const { items } = await feed(siteUrl, reduced);
  const deals = items.flatMap((item) => ('verdict' in item ? [item] : []));
  const found = deals.find((item) => item.verdict !== null && item.priorPriceText !== null);
  const { dealTitle, path, priorPriceText, percentOff, verdict } = found!;
  await page.goto(path);
  const deal = page.getByRole('article').first();
  const price = deal.getByText(/^Price (\$|Free)/);
  const line = deal.getByRole('paragraph').filter({ has: page.getByText(/^Price (\$|Free)/) });
  const before = (await price.innerText()).replace('Price ', '');
  // What is compared with the price that the page was opened with.
  const compared = `, lowest of the 30 days before ${priorPriceText}${priorPriceText}, −${percentOff}%, ${verdict}`;
  await expect(line).toContainText(compared);
  await expect(deal.getByText(PRICES)).not.toHaveCount(0);
  await expect(deal.getByText('Expired')).toHaveCount(0);
  await page.clock.fastForward(30_000);
  await expect(deal.getByRole('status').filter({ hasText: 'Expired' })).toBeVisible();
  await expect(price).toHaveText(`Price $1,234.56, was ${before} when this page was opened`);
  await expect(line).toHaveText(`Price $1,234.56, was ${before} when this page was opened$1,23456was ${before}`);
  await expect(deal.getByText(PRICES)).toHaveCount(0);
  changed.finalPriceText = 'free';
  await page.clock.fastForward(30_000);
  await expect(price).toHaveText(`Price Free, was ${before} when this page was opened`);
  await expect(deal.getByText(`was ${before}`, { exact: true })).toBeVisible();
  await expect(page.locator('.deal-bar__price')).toHaveText('Free');
  // It may come back, at the price it had.
  Object.assign(changed, { isExpired: false, finalPriceText: before });
  await page.clock.fastForward(30_000);
  await expect(deal.getByRole('status').filter({ hasText: 'Available again' })).toBeVisible();
  await expect(deal.getByText('Expired')).toHaveCount(0);
  await expect(price).toHaveText(`Price ${before}`);
  await expect(deal.getByText(`was ${before}`)).toHaveCount(0);

  Object.assign(changed, { isExpired: true, finalPriceText: 'free' });
  await page.goto(reduced);
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: dealTitle, exact: true }) });
  await expect(card).toContainText(compared);
  await page.clock.fastForward(30_000);
  await expect(card.getByText('Expired')).toBeVisible();
  await expect(card.getByText(/^Price Free, was/)).toBeAttached();
  await expect(card).not.toContainText(compared.slice(0, 20));
  await expect(card).not.toContainText(`${verdict}`);
  changed.isExpired = false;
  await page.clock.fastForward(30_000);
  await expect(card.getByText('Expired')).toHaveCount(0);
});

test('a page of an expired deal that stays open says that it is available again, at a price that is one', async ({ page, siteUrl }) => {
  await page.clock.install();
  const { pages } = await feed(siteUrl, '/all');
  const { items } = await feed(siteUrl, `/all?page=${pages}`);
  const { path, finalPriceText } = items.flatMap((item) => ('finalPriceText' in item && item.isExpired ? [item] : []))[0]!;
  const changed = { isExpired: false, finalPriceText };
  await answerCounts(page, () => 5, changed);
  await page.goto(path);
  const deal = page.getByRole('article').first();
  await expect(deal.getByText(`Price was ${finalPriceText}`)).toBeAttached();
  await page.clock.fastForward(30_000);
  await expect(deal.getByRole('status').filter({ hasText: 'Available again' })).toBeVisible();
  await expect(deal.getByText(`Price ${finalPriceText}`)).toBeAttached();
  changed.isExpired = true;
  await page.clock.fastForward(30_000);
  await expect(deal.getByText(`Price was ${finalPriceText}`)).toBeAttached();
});

test('the price history of a page that stays open ends with the price that it has now', async ({ page, kinds }) => {
  await page.clock.install();
  const address = kinds['deal']!;
  await answerCounts(page, () => 5, { isExpired: false, finalPriceText: '$1.23' });
  await page.goto(address);
  const summary = page.locator('.price-summary');
  const history = page.getByRole('region', { name: 'Price history' });
  const before = await summary.innerText();
  let asked = 0;
  // At first the page is published with the old price.
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const now = html
      .replaceAll(/data-priced="[^"]*"/g, 'data-priced="$1.23"')
      .replaceAll(/(class="price-summary"[^]*?<strong[^>]*>)[^<]*/g, '$1$$1.23');
    await route.fulfill({ response, body: asked++ === 0 ? html : now });
  });
  await page.clock.fastForward(30_000);
  await expect.poll(() => asked).toBe(1);
  await expect(summary).toHaveText(before);
  // It does not ask again while it asks.
  await expect(async () => {
    await page.clock.fastForward(30_000);
    await expect(summary).toContainText('$1.23', { timeout: 1_000 });
  }).toPass();
  await expect(history).toHaveAttribute('data-priced', '$1.23');
  await page.clock.fastForward(60_000);
  expect(asked).toBe(2);
});

test('coupons on pages that stay open say that they expired, or work again', async ({ page, kinds }) => {
  await page.clock.install();
  const changed = { isExpired: true };
  await answerCounts(page, () => 5, changed);
  for (const [kind, address] of Object.entries({ offer: kinds['offer']!, list: '/browse/coupons', store: kinds['store']! })) {
    changed.isExpired = true;
    await page.goto(address);
    const offer = page
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: /^Copy/ }) })
      .and(page.locator('[data-offer]'));
    const code = offer.first().getByRole('button', { name: /^Copy/ }).first();
    await expect(code, kind).toBeEnabled();
    await page.clock.fastForward(30_000);
    await expect(offer.first().getByText('Expired'), kind).toBeVisible();
    await expect(code, kind).toBeDisabled();
    changed.isExpired = false;
    await page.clock.fastForward(30_000);
    await expect(offer.first().getByText('Expired'), kind).toHaveCount(0);
    await expect(code, kind).toBeEnabled();
  }
});

/** Has a vote answered when the test says so. */
async function answerVoteLater(page: Page, score: number | null): Promise<() => void> {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/forums/sdthreadrate_ajax.php', async (route) => {
    await answered;
    await route.fulfill({ json: { threadid: 1, postid: 1, score, voted: 1 } });
  });
  return () => answer();
}

test('a vote that is under way is not undone by older counts', async ({ page, kinds }) => {
  await page.clock.install();
  await answerCounts(page, () => 7000);
  const answer = await answerVoteLater(page, 8000);
  await page.goto(kinds['deal']!);
  const score = Number(await scoreOf(page).innerText());
  await up(page).click();
  await expect(scoreOf(page)).toHaveText(String(score + 1));
  await page.clock.fastForward(30_000);
  await expect(page.getByLabel('Score').last()).toHaveText('7000');
  await expect(scoreOf(page)).toHaveText(String(score + 1));
  answer();
  await expect(scoreOf(page)).toHaveText('8000');
});

test('a score that is hidden says so, before and after a vote', async ({ page, kinds }) => {
  await page.clock.install();
  await answerCounts(page, () => null);
  const answer = await answerVoteLater(page, null);
  await page.goto(kinds['deal']!);
  await page.clock.fastForward(30_000);
  await expect(scoreOf(page)).toHaveText('New');
  await expect(scoreOf(page)).toHaveAttribute('title', 'The score shows some minutes after posting');
  await up(page).click();
  await expect(up(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(scoreOf(page)).toHaveText('New');
  const told = page.waitForResponse('**/forums/sdthreadrate_ajax.php');
  answer();
  await (await told).finished();
  await expect(scoreOf(page)).toHaveText('New');
});
