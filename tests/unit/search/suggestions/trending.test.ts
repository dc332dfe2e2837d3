import { expect, test } from 'vitest';
import { searchQuery } from '../../../../src/features/search/query.ts';
import { loadSearch } from '../../../../src/features/search/search.server.ts';
import { countSearch } from '../../../../src/features/search/suggestions/count-search.server.ts';
import { noteSearch, rankTrending, storeSearches } from '../../../../src/features/search/suggestions/trending.server.ts';
import { openVisitorCounts } from '../../../../src/server/visitor-counts.ts';
import type { Context } from '../../../../src/server/context.ts';
import { onDatabase } from '../../../support/databases.ts';
import { DAY } from '../../../support/accounts.ts';
import { smallCatalogue } from './catalogue.ts';

const search = (context: Context, q: string, visitors: number, { from = 0, results = 3 } = {}) => {
  for (let visitor = from; visitor < from + visitors; visitor++) noteSearch(context, { q, results, visitor: `10.0.0.${visitor}` });
};

onDatabase('trending', (open) => {
  const site = async () => {
    const context = await smallCatalogue(open);
    const rank = async () => {
      await storeSearches(context);
      await rankTrending(context);
    };
    return { ...context, rank };
  };

  test('is what at least three visitors searched for, most first', async () => {
    const context = await site();
    search(context, 'Wireless  MOUSE', 3);
    search(context, 'gigabyte m27q', 5);
    search(context, 'corsair', 2);
    await context.rank();
    expect(await context.suggested('')).toEqual([
      { phrase: 'Gigabyte M27Q', query_intent: 'keyword', group: 'trending' },
      { phrase: 'wireless mouse', query_intent: 'keyword', group: 'trending' },
    ]);
    search(context, 'corsair', 1, { from: 9 });
    await context.rank();
    expect(await context.phrases('')).toHaveLength(3);
  });

  test('does not count the same visitor again, nor searches that found nothing', async () => {
    const context = await site();
    for (let again = 0; again < 5; again++) search(context, 'wireless mouse', 2);
    await context.rank();
    search(context, 'wireless mouse', 2);
    search(context, 'corsair', 5, { results: 0 });
    await context.rank();
    expect(await context.phrases('')).toEqual([]);
  });

  test('counts what somebody typed and saw the first results of, unless they object, refused, or did not agree where the site asks', async () => {
    const context = await site();
    const loaded = await loadSearch(context, searchQuery(new URLSearchParams({ q: 'wireless mouse' }))!);
    if (!loaded || !('page' in loaded)) throw new Error('the search has no page');
    const { pageData } = loaded.page;
    let visitor = 0;
    const counted = (policy: 'on' | 'ask' | 'off', headers: Record<string, string> = {}) => {
      const locals = { context: { ...context, config: { ...context.config, tracking: policy } }, network: `10.0.1.${visitor++}` };
      countSearch({ locals, request: new Request('http://localhost/search?q=wireless+mouse', { headers }) }, pageData);
      return context.searches.take().size === 1;
    };
    expect(counted('on')).toBe(true);
    expect(counted('on', { 'Sec-GPC': '1' })).toBe(false);
    expect(counted('on', { DNT: '1' })).toBe(false);
    expect(counted('on', { Cookie: 'sd_p=tracking=no' })).toBe(false);
    expect(counted('ask')).toBe(false);
    expect(counted('ask', { Cookie: 'sd_p=tracking=yes' })).toBe(true);
    expect(counted('ask', { Cookie: 'sd_p=tracking=yes', 'Sec-GPC': '1' })).toBe(false);
    // Nobody's visits are counted there; what is trending says nothing about a visitor.
    expect(counted('off')).toBe(true);
    expect(counted('on', { 'Sec-Purpose': 'prefetch' })).toBe(false);
  });

  test('keeps only words of the catalogue', async () => {
    const context = await site();
    search(context, 'ada lovelace 12 north street', 5);
    search(context, 'wireless stinker', 5);
    search(context, 'glasswater displays', 4);
    await context.rank();
    expect(await context.phrases('')).toEqual(['Glasswater Displays']);
    expect(await context.db.selectFrom('search_counts').select('phrase').execute()).toEqual([{ phrase: 'glasswater displays' }]);
  });

  test('fades: today counts more than last week, and older days are forgotten', async () => {
    const context = await site();
    search(context, 'gigabyte', 5);
    await context.rank();
    context.at.pass(6 * DAY);
    search(context, 'wireless mouse', 3);
    await context.rank();
    expect(await context.phrases('')).toEqual(['wireless mouse', 'Gigabyte']);
    context.at.pass(DAY);
    await context.rank();
    expect(await context.phrases('')).toEqual(['wireless mouse']);
    expect(await context.db.selectFrom('search_counts').selectAll().execute()).toHaveLength(1);
  });

  test('is counted together by several servers', async () => {
    const context = await site();
    const servers = [
      context,
      { ...context, searches: openVisitorCounts(context.clock) },
      { ...context, searches: openVisitorCounts(context.clock) },
    ];
    servers.forEach((server, index) => {
      search(server, 'wireless mouse', 2, { from: 10 * index });
      search(server, 'gigabyte', 1, { from: 10 * index });
    });
    await Promise.all(servers.map((server) => storeSearches(server)));
    const rows = await context.db.selectFrom('search_counts').select(['phrase', 'visitors']).orderBy('phrase').execute();
    expect(rows).toEqual([
      { phrase: 'gigabyte', visitors: 3 },
      { phrase: 'wireless mouse', visitors: 6 },
    ]);
    await Promise.all(servers.map((server) => rankTrending(server)));
    expect(await context.phrases('')).toEqual(['wireless mouse', 'Gigabyte']);
  });

  test('shows beside what goes on as the text does, and nothing twice', async () => {
    const context = await site();
    search(context, 'wireless mouse', 3);
    await context.rank();
    expect(await context.suggested('wire')).toEqual([{ phrase: 'wireless mouse', query_intent: 'keyword', group: 'trending' }]);
    expect(await context.phrases('corsair')).not.toContain('wireless mouse');
  });

  test('counts that could not be stored are stored later', async () => {
    const context = await site();
    search(context, 'wireless mouse', 3);
    const { schema } = context.db;
    await schema.alterTable('search_counts').renameTo('search_counts_away').execute();
    await expect(storeSearches(context)).rejects.toThrow('search_counts');
    await schema.alterTable('search_counts_away').renameTo('search_counts').execute();
    await context.rank();
    expect(await context.phrases('')).toEqual(['wireless mouse']);
  });
});
