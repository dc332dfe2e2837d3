import { expect, test } from 'vitest';
import { feedRss } from '../../../src/features/feeds/rss.server.ts';
import { category, contextOf, deal, forum, importRecords, offer, store, surroundings } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';

onDatabase('the RSS of a feed', (open) => {
  test('has a picture and a date for deals, coupons and cashback', async () => {
    const context = contextOf(await open());
    await importRecords(context, [
      ...surroundings(),
      deal({ kind: 'lamp', postedAt: '2026-02-01T00:00:00Z' }),
      offer({ postedAt: '2026-02-02T00:00:00Z' }),
    ]);
    const rssAt = async (path: string) => {
      const url = new URL(path, 'https://deals.example');
      return (await feedRss({ request: new Request(url), url, locals: { context } }))!.text();
    };
    const pictureOf = (name: string) =>
      `<media:content url="${context.config.siteUrl}/pictures/${name}.svg" type="image/svg+xml" medium="image"/>`;
    for (const [path, picture, posted] of [
      ['/all/feed.xml', 'lamp', 'Sun, 01 Feb 2026 00:00:00 GMT'],
      ['/browse/coupons/feed.xml', 'coupon', 'Mon, 02 Feb 2026 00:00:00 GMT'],
    ] as const) {
      const rss = await rssAt(path);
      expect(rss, path).toContain(pictureOf(picture));
      expect(rss, path).toContain(`<pubDate>${posted}</pubDate>`);
    }
  });

  test('keeps the order of the words of Hebrew names within the English of a description', async () => {
    const context = contextOf(await open());
    const records = [forum(), category(), store({ name: 'כל בו 24' }), deal({ title: 'מנורת Philips 40W', price: '20.00' })];
    await importRecords(context, records);
    const url = new URL('/all/feed.xml', 'https://deals.example');
    const rss = await (await feedRss({ request: new Request(url), url, locals: { context } }))!.text();
    expect(rss).toContain('<description>$20.00 at \u2068כל בו 24\u2069. \u2068מנורת Philips 40W\u2069</description>');
  });

  test('says of an offer without a saving what it is, and tells offers of one saving apart', async () => {
    const context = contextOf(await open());
    const titles = ['Lamps for less', 'Desks for less'];
    const alike = titles.map((title, n) => offer({ sourceId: `alike${n}`, title }));
    await importRecords(context, [...surroundings(), ...alike, offer({ sourceId: 'silent', title: 'Only a code', percent: undefined })]);
    const url = new URL('/browse/coupons/feed.xml', 'https://deals.example');
    const rss = await (await feedRss({ request: new Request(url), url, locals: { context } }))!.text();
    for (const title of titles) expect(rss).toContain(`<description>10% off with a coupon code at Acme. ${title}</description>`);
    expect(rss).toContain('<description>Coupon code at Acme. Only a code</description>');
  });
});
