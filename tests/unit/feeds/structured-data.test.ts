import { expect, test } from 'vitest';
import { unfilteredView } from '../../../src/features/feeds/address.ts';
import { loadFeed } from '../../../src/features/feeds/feeds.server.ts';
import { feedStructuredData } from '../../../src/features/feeds/structured-data.ts';
import { contextOf } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';

onDatabase('structured data of feeds', (open) => {
  test('say of the home page whose it is, with a logo of the site’s own where it has one', async () => {
    const context = contextOf(await open());
    const found = await loadFeed(context, { kind: 'home' }, unfilteredView({ kind: 'home' }));
    if (found?.status !== 200) throw new Error('there is no home page');
    const { pageData } = found.page;
    const site = { siteName: 'Deals', siteUrl: 'https://deals.example' };
    const publisher = { '@type': 'Organization', name: 'Deals', url: 'https://deals.example/' };
    expect(feedStructuredData(pageData, site)[0]).toMatchObject({
      '@type': 'WebSite',
      publisher: { ...publisher, logo: 'https://deals.example/icons/icon-512.png' },
    });
    const own = { ...site, look: { icons: { 'icon-512': '/site/icon-512-a.png' } } };
    expect(feedStructuredData(pageData, own)[0]).toMatchObject({
      publisher: { ...publisher, logo: 'https://deals.example/site/icon-512-a.png' },
    });
  });
});
