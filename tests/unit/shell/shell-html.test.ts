import { inject } from 'light-my-request';
import { beforeEach, expect, test } from 'vitest';
import { saveShell } from '../../../src/features/shell/shell-settings.server.ts';
import type { Context } from '../../../src/server/context.ts';
import type { OnDemand } from '../../../src/server/http/handle.ts';
import { importRecords, store } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';
import { frozenContext, usePublishing } from '../../support/publishing.ts';

const publishing = usePublishing();
const BAR = {
  ...{ type: 'announcementBar', heading: 'Ten days of lamps', copyText: 'Desk lamps and floor lamps.', ctaText: 'See them' },
  ...{ linkUrl: '/category/lamps', imageUrl: '/lamp.png' },
};
const MEGA = { type: 'megaBanner', heading: 'Lamps from $12', url: '/category/lamps', image1x: '/lamps.png' };

onDatabase('the HTML of the shell', (open) => {
  let context: Context;
  let handler: OnDemand;
  beforeEach(async () => {
    context = frozenContext((await open()).db);
    await importRecords(context, [store({ slug: 'corner-shop', name: 'Corner Shop' })]);
    await publishing.open(context, undefined, (same) => (handler = same));
  });

  /** What an address answers that is made on demand. */
  const ask = (url: string, of = context) =>
    inject((request, response) => void handler(request, response, () => response.writeHead(404).end(), { context: of }), {
      method: 'GET',
      url,
      headers: { host: 'localhost' },
    });
  const save = (shell: object) => saveShell(context, JSON.stringify({ header: {}, footer: {}, ...shell }), { dryRun: false });

  /** What the call for the banner of a page answers where this one is for it. */
  async function htmlOf(banner: object): Promise<string> {
    await save({ banners: [banner] });
    // Banners are remembered for a moment, by their database.
    const answer = await ask('/ajax/bSubNavPlacement.php?section=frontpage&url=%2F', { ...context, db: context.db.withoutPlugins() });
    return answer.json<{ banner: { html: string } }>().banner.html;
  }
  const textOf = (html: string) =>
    html
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();

  test.each([
    ['an announcement bar', BAR],
    ['a mega banner', MEGA],
  ])('says on %s who pays for it, unless editors hide that', async (_kind, banner) => {
    const sponsorOf = async (more: object) =>
      /Sponsored.*/.exec(textOf(await htmlOf({ ...banner, ...more })))?.[0].replace(/ (Collapse)$/, '');
    expect(await sponsorOf({})).toBe('Sponsored');
    expect(await sponsorOf({ sponsoredStoreId: 'corner-shop' })).toBe('Sponsored by Corner Shop');
    expect(await sponsorOf({ sponsoredStoreId: 'corner-shop', hideSponsor: true })).toBeUndefined();
    expect(await htmlOf({ ...banner, sponsoredStoreId: 'corner-shop', sponsorLogoUrl: '/logo.png' })).toMatch(
      /<img src="\/logo.png" alt=""/,
    );
  });

  test('has on an announcement bar heading, copy, picture and way on, and in short neither copy nor picture', async () => {
    const whole = await htmlOf({ ...BAR, hideSponsor: true });
    expect(textOf(whole)).toBe('Ten days of lamps Desk lamps and floor lamps. See them');
    expect(whole).toContain('src="/lamp.png"');
    const short = await htmlOf({ ...BAR, hideSponsor: true, minifyVersion: true });
    expect(textOf(short)).toBe('Ten days of lamps See them');
    expect(short).not.toContain('<img');
  });

  test('has on a mega banner a picture of 933 by 150, whose link may open a tab of its own', async () => {
    const html = await htmlOf(MEGA);
    expect(html).toMatch(
      /<a [^>]*href="\/category\/lamps"[^>]* rel="sponsored"[^>]*><img src="\/lamps.png" alt="Lamps from \$12" width="933" height="150"/,
    );
    expect(html).not.toContain('target=');
    expect(textOf(html)).toMatch(/ Collapse$/);
    expect(await htmlOf({ ...MEGA, openInNewTab: true })).toMatch(/<a [^>]*target="_blank" rel="noopener sponsored"/);
  });

  test('has three experiences in its switcher, until editors say otherwise, which all lead home', async () => {
    const { body } = await ask('/account/log-in');
    const switcher = /<nav[^>]* aria-label="Experience">(.*?)<\/nav>/s.exec(body)?.[1] ?? '';
    expect([...switcher.matchAll(/<a href="([^"]*)"[^>]*>\s*(\w+)\s*<\/a>/g)].map(([, href, name]) => [name, href])).toEqual(
      ['Redesign', 'Mobile', 'Classic'].map((name) => [name, '/']),
    );
  });

  test('has finance links at the end of the sub-navigation, and among the main links where that is hidden', async () => {
    const header = { textLinks: [{ title: 'Hot', href: '/popular' }], financeLinks: [{ title: 'Cards', href: '/browse/cards' }] };
    const navigation = async (subNavigation: object[]) => {
      await save({ header: { ...header, subNavigation } });
      const { body } = await ask('/account/log-in');
      const part = (label: string) => textOf(new RegExp(`<nav[^>]* ${label}.*?</nav>`, 's').exec(body)?.[0] ?? '');
      return [part('aria-label="Main"'), part('aria-labelledby="trending-label"')];
    };
    expect(await navigation([{ title: 'Lamps', href: '/category/lamps' }])).toEqual(['Hot', 'Trending Lamps Cards']);
    expect(await navigation([])).toEqual(['Hot Cards', '']);
  });
});
