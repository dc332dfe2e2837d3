import { expect, test } from 'vitest';
import { loadPage } from '../../../src/features/rendering/load.server.ts';
import { loadShell } from '../../../src/features/shell/shell.server.ts';
import { render } from '../../bench/eleventy/page.11ty.js';
import { accountsContext } from '../../support/accounts.ts';
import { openCopy } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

// The short form of the benches leaves Eleventy out.
test('the templates of the bench beside Eleventy render each kind of page', async () => {
  const { db, close } = await openCopy();
  const context = accountsContext(db);
  await publishedCatalogue(context, 3);
  const [deal, offer] = [
    await db.selectFrom('deals').select(['thread_id', 'title']).where('status', '=', 'live').limit(1).executeTakeFirstOrThrow(),
    await db.selectFrom('offers').select(['id', 'title']).limit(1).executeTakeFirstOrThrow(),
  ];
  const shell = await loadShell(context);
  for (const [address, says] of [
    ['/', shell.siteName],
    ['/all', deal.title],
    [`/f/${deal.thread_id}-x`, deal.title],
    [`/pco/${offer.id}`, offer.title],
  ] as const) {
    let loaded = await loadPage(context, address, new URLSearchParams());
    if (loaded.status === 301) loaded = await loadPage(context, loaded.location, new URLSearchParams());
    const html: string = render({ shown: { address, page: loaded.status === 200 ? loaded.page : undefined }, shell });
    expect(html, address).toContain(says);
    expect(html, address).toMatch(/<footer class="footer">.*<h2>/s);
    expect(html, address).not.toMatch(/undefined|NaN|\[object/);
  }
  await close();
});
