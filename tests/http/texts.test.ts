import { describe, expect, test } from 'vitest';
import type { DealCard } from '../../src/features/deals/card.ts';
import { IMPRINT, TEXT_NAMES, textPath } from '../../src/features/texts/text-names.ts';
import { ask } from '../support/http.ts';
import { feed } from '../support/pages.ts';
import { sharedSite } from '../support/shared-site.ts';

const { url } = await sharedSite();
const pageOf = async (path: string) => (await ask(url, path)).text;
const article = (html: string) => /<article[^]*<\/article>/.exec(html)?.[0] ?? '';
const wordsOf = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');

const PAGES = TEXT_NAMES.filter((name) => name !== IMPRINT).map(textPath);
const [deal] = (await feed(url, '/')).items;
const offered = (await Promise.all(['/', '/all', '/popular', '/for-you'].map((path) => feed(url, path)))).flatMap(
  ({ items }) => items as DealCard[],
);
const withCode = offered.find(({ couponCode, isExpired }) => couponCode && !isExpired);

/** Every address that a page of text links to or names, on this site. */
function addressesIn(html: string, from: string): string[] {
  const links = [...html.matchAll(/\shref="([/#][^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
  const named = [...html.matchAll(/<code>(\/[\w./-]*)<\/code>/g)].map(([, path = '']) => path);
  return [...new Set([...links, ...named])].map((link) => (link.startsWith('#') ? from + link : link));
}

describe('pages of text', () => {
  test.each(PAGES)('%s links to addresses and places that are there', async (path) => {
    const html = article(await pageOf(path));
    expect(html).not.toBe('');
    for (const address of addressesIn(html, path)) {
      const [page = '', place] = address.split('#');
      const { status, headers, text } = await ask(url, page);
      // Pages of one's own send guests to the log-in.
      expect([200, 302, 303], address).toContain(status);
      if (status !== 200) expect(headers.location, address).toMatch(/^\/account\/log-in/);
      if (place) expect(text, address).toContain(`id="${place}"`);
    }
  });
});

/** What the privacy page calls things, and where they have that label. */
const CALLED: [label: string, page: string][] = [
  ['Remember me', '/account/log-in'],
  ['Clear what I viewed', '/for-you'],
];

test.each(CALLED)('what the privacy page calls “%s” is called so at %s', async (label, page) => {
  expect(await pageOf('/privacy')).toContain(`“${label}”`);
  expect((await ask(url, page)).text).toContain(label);
});

/** What the help page says that there is, where it is, and what it looks like there. */
const SAID: [help: RegExp, page: string, there: RegExp][] = [
  [/Popular shows what members vote for/, '/popular', /<h1[^>]*>Popular deals/],
  [/All deals the newest first/, '/all', /aria-current="(?:true|page)"[^>]*>\s*New\s*</],
  [/For you top deals from every category/, '/for-you', /Top deals from every category/],
  [/Every list of deals can be sorted by price or discount/, '/all', />\s*Lowest price\s*<[^]*>\s*Discount\s*</],
  [/can hide what has expired/, '/all', />\s*Hide expired\s*</],
  [/takes a price or a discount too: try “laptop under 600”/, '/search?q=laptop+under+600', /<title>Search: laptop under 600/],
  [/or “headphones 30% off”/, '/search?q=headphones+30%25+off', /30% off or more, because you typed “30% off”/],
  [/A hyphen leaves a word out \(“ssd -refurbished”\)/, '/search?q=ssd+-refurbished', /<title>Search: ssd -refurbished/],
  [/Press the code to copy it/, withCode?.path ?? '', /<button[^>]*data-copy/],
  [/Coupons in the archive have expired/, '/browse/coupons', /archive/i],
  [/Every list has an RSS feed/, '/popular', /<link rel="alternate" type="application\/rss\+xml"[^>]* href="\/popular\/feed\.xml"/],
  [/Voting, writing comments and reporting posts need a member account/, deal?.path ?? '', /Report/],
  [/Reset your password/, '/account/reset-password', /<h1[^>]*>[^<]*[Rr]eset/],
  [/have us send you a link that logs you in/, '/account/magic-link', /Email Me a Link/],
  [/need a member account/, '/account/sign-up', /<h1[^>]*>[^<]*Sign Up/i],
  [/What moderators do is in the public log, without names/, '/moderation', /<h1[^>]*>Moderation log/],
];

describe('the help page', () => {
  test.each(SAID)('says what is there: %s', async (help, page, there) => {
    expect(wordsOf(article(await pageOf('/help')))).toMatch(help);
    const { status, text } = await ask(url, page);
    expect(status).toBe(200);
    expect(there.exec(text)?.[0], `${page} has no ${String(there)}`).toBeDefined();
  });

  test('is right that every list has an RSS feed and can be sorted', async () => {
    const lists = ['/', '/all', '/popular', '/for-you', '/category/computers', '/browse/coupons'];
    for (const list of lists) {
      const { status, headers } = await ask(url, `${list === '/' ? '' : list}/feed.xml`);
      expect([list, status, headers['content-type']]).toEqual([list, 200, 'application/rss+xml; charset=utf-8']);
    }
    for (const list of lists) expect((await ask(url, `${list}?sort=discount&hideexpired=1`)).status, list).toBe(200);
  });
});
