import { expect, test } from 'vitest';
import { deal, importRecords, surroundings } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';
import { answerOf, frozenContext, usePublishing, type TestRelease } from '../../support/publishing.ts';

const publishing = usePublishing();

const pageOf = (release: TestRelease, title: string) => {
  const path = [...release.shown.keys()].find((address) => address.startsWith('/f/') && address.endsWith(title));
  return answerOf(release, path ?? '')?.toString() ?? '';
};

onDatabase('the page of a deal', (open) => {
  test('says where it leads, and that this is not the store where it is not', async () => {
    const context = frozenContext((await open()).db);
    const urls = {
      direct: 'https://www.shop.example/1',
      below: 'https://eu.shop.example/2',
      partner: 'https://go.partner.example/?to=https://shop.example/3',
    };
    const deals = Object.entries(urls).map(([title, url]) => deal({ sourceId: title, title, url, postedBy: undefined }));
    const store = { type: 'store', slug: 'acme', name: 'Acme', host: 'shop.example', url: 'https://shop.example/', description: '' };
    await importRecords(context, [
      ...surroundings().filter(({ type }) => type !== 'store'),
      store,
      ...deals.map((one) => ({ ...one, store: 'acme' })),
    ]);
    const release = await publishing.open(context);
    await release.settle();
    for (const title of ['direct', 'below']) {
      expect(pageOf(release, title)).toMatch(/id="destination">\s*Opens shop\.example in a new tab\s*</);
      expect(pageOf(release, title)).toContain('at shop.example, opens in a new tab');
    }
    const partner = pageOf(release, 'partner');
    expect(partner).toMatch(/id="destination">\s*Goes to go\.partner\.example, not to Acme itself, in a new tab\s*</);
    expect(partner).toContain('aria-describedby="destination"');
    expect(partner).toContain('at go.partner.example, opens in a new tab');
  });

  test('says how long ago a price was checked where that is known to the moment, and otherwise the day alone', async () => {
    const context = frozenContext((await open()).db);
    await importRecords(context, [
      ...surroundings(),
      deal({ sourceId: 'day', title: 'day', prices: [['2026-05-30', '19.99']] }),
      deal({ sourceId: 'moment', title: 'moment', checkedAt: '2026-05-31T10:00:00Z' }),
    ]);
    const release = await publishing.open(context);
    await release.settle();
    const checked = (title: string) => /Price checked <time datetime="([^"]*)"( data-ago[^>]*)?>/.exec(pageOf(release, title))?.slice(1);
    expect([checked('day'), checked('moment')]).toEqual([
      ['2026-05-30', undefined],
      ['2026-05-31T10:00:00.000Z', ' data-ago'],
    ]);
  });

  test('tells search engines that the site stands for what no member posted', async () => {
    const context = frozenContext((await open()).db);
    const member = { type: 'member', source: 'tests', sourceId: 'm1', username: 'ada', joinedAt: '2026-01-01T00:00:00Z' };
    await importRecords(context, [
      ...surroundings(),
      member,
      deal({ sourceId: 'ours', title: 'ours', postedBy: undefined }),
      deal({ sourceId: 'theirs', title: 'theirs', postedBy: 'm1', postedBySource: 'tests' }),
    ]);
    const release = await publishing.open(context);
    await release.settle();
    const author = (title: string) => {
      const blocks = [...pageOf(release, title).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
      const posts = blocks.map(([, json]) => JSON.parse(json ?? '') as { '@type': string; author?: object });
      return posts.find((post) => post['@type'] === 'DiscussionForumPosting')?.author;
    };
    expect(author('ours')).toEqual({ '@type': 'Organization', name: 'Magpie', url: 'http://localhost:4321/' });
    expect(author('theirs')).toEqual({ '@type': 'Person', name: 'ada' });
  });
});
