import { describe, expect, test } from 'vitest';
import { phrasesOf } from '../../src/features/search/suggestions/title-phrases.ts';
import { suggestionsCall } from '../../src/features/search/contracts/suggestions.ts';
import { ask, jsonOf } from '../support/http.ts';
import { feed } from '../support/pages.ts';
import { sharedSite } from '../support/shared-site.ts';
import { siteCommand } from '../support/site-command.ts';

const { url, dataDir } = await sharedSite();

const answer = (text: string) => ask(url, `/web-api/search/autocomplete/?searchTerm=${text}`);
const phrases = async (text: string) => {
  const { results } = jsonOf<{ results: { phrase: string; query_intent: string }[] }>(await answer(encodeURIComponent(text)));
  return results.map(({ phrase }) => phrase);
};

/** The demo is worked off after the start. */
const GATHERED = { timeout: 30_000 };

describe('the search box’s suggestions', () => {
  test('are found by the beginning of any word, with what their links need', async () => {
    await expect.poll(() => phrases('gigab'), GATHERED).toContain('Gigabyte');
    const { results } = jsonOf<{ results: object[] }>(await answer('gigab'));
    expect(results[0]).toEqual({
      phrase: 'Gigabyte',
      query_intent: 'brand_name',
      tag_id: expect.any(Number) as number,
      group: 'suggested',
    });
    // Other tests add deals meanwhile, and take them away.
    const suggestsNewestName = async () => {
      const { items } = await feed(url, '/all');
      const name = items.flatMap(({ dealTitle }) => phrasesOf(dealTitle)).find(({ kind }) => kind === 'name')!;
      return (await phrases(name.folded)).includes(name.phrase);
    };
    await expect.poll(suggestsNewestName, GATHERED).toBe(true);
  });

  test('come with live deals that have the words, with an address and a picture that there are', async () => {
    const { deals } = suggestionsCall.answer.parse(jsonOf(await answer('4k%20monit')));
    expect(deals).toHaveLength(3);
    for (const { title, path, priceText, picture } of deals!) {
      expect(title.toLowerCase()).toMatch(/4k/);
      expect(priceText).toMatch(/^\$|^free$/);
      const page = await ask(url, path);
      expect(page.status).toBe(200);
      expect(page.text).toContain(priceText.split('.')[0]);
      if (picture) expect((await ask(url, picture)).status).toBe(200);
    }
  });

  test('are the same for everybody, and kept for some seconds', async () => {
    const { headers, status } = await answer('mon');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=30');
    expect(headers['content-type']).toContain('application/json');
  });

  test.each(['', '%', '%ED%A0%80', '%FF%FE', '%25', '%5C', "'", '%22', '%F0%9F%98%80', '%20%20', 'a'.repeat(8_000), '%D9'.repeat(500)])(
    'answer whatever is typed: %#',
    async (typed) => {
      const told = await answer(typed);
      expect(told.status).toBe(200);
      const { results, deals, links } = suggestionsCall.answer.parse(jsonOf(told));
      expect(results).toEqual(expect.any(Array));
      // Deals for words, links for none.
      expect([deals, links].filter(Boolean)).toHaveLength(1);
    },
  );

  test.each(['%00', 'a'.repeat(10_000)])('are refused to what no address may be: %#', async (typed) => {
    expect((await answer(typed)).status).toBe(400);
  });

  test('answer without a text as with an empty one', async () => {
    const { results, links } = suggestionsCall.answer.parse(jsonOf(await ask(url, '/web-api/search/autocomplete')));
    expect(results).toEqual(expect.any(Array));
    const kinds = links!.map(({ kind }) => kind);
    expect(kinds).toEqual(kinds.toSorted().toReversed());
    expect(new Set(kinds)).toEqual(new Set(['collection', 'category']));
    for (const { path } of links!) expect((await ask(url, path)).status).toBe(200);
  });
});

describe('a new deal', () => {
  const WITHIN = { timeout: 1_000, interval: 25 };
  const add = ['--store', 'glasswater', '--category', 'monitors', '--url', 'https://glasswater.example/p/zq', '--price', '199'];

  test('is suggested within a second', async () => {
    const { code, output } = await siteCommand({ DATA_DIR: dataDir }, 'add', '--title', 'Zephyrine ZQ9 27" monitor', ...add);
    expect(code, output).toBe(0);
    await expect.poll(() => phrases('zephyri'), WITHIN).toEqual(['Zephyrine ZQ9']);
    const id = /\/f\/(\d+)/.exec(output)![1]!;
    expect(await siteCommand({ DATA_DIR: dataDir }, 'expire', id)).toMatchObject({ code: 0 });
    await expect.poll(() => phrases('zephyri'), WITHIN).toEqual([]);
  });
});
