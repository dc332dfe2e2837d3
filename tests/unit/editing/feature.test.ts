import { beforeEach, expect, test } from 'vitest';
import { featureDeals } from '../../../src/features/editing/feature.server.ts';
import { unfilteredView } from '../../../src/features/feeds/address.ts';
import { feedPages } from '../../../src/features/feeds/feeds.server.ts';
import { readConfig } from '../../../src/server/config.ts';
import type { Context } from '../../../src/server/context.ts';
import { contextOf, deal, importRecords, surroundings } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';
import { Refused } from '../../../src/lib/refused.ts';

onDatabase('the front page', (open) => {
  let context: Context;

  beforeEach(async () => {
    context = contextOf(await open());
    const day = (number: number) => `2026-02-0${number}T00:00:00Z`;
    const records = [
      deal({ sourceId: 'voted', title: 'Voted', votesUp: 12, postedAt: day(5), url: 'https://acme.example/a' }),
      deal({ sourceId: 'older', title: 'Older', votesUp: 12, postedAt: day(4), url: 'https://acme.example/b' }),
      deal({ sourceId: 'quiet', title: 'Quiet', votesUp: 1, postedAt: day(1), url: 'https://acme.example/c' }),
      deal({ sourceId: 'later', title: 'Later', startsAt: '2026-04-01T00:00:00Z', url: 'https://acme.example/d' }),
    ];
    expect((await importRecords(context, [...surroundings(), ...records])).problems).toEqual([]);
  });

  const view = unfilteredView({ kind: 'home' });
  const shown = async (settings: Record<string, string> = {}) => {
    const [page] = await feedPages({ ...context, config: readConfig(settings) }, { kind: 'home' }, view, 1);
    const { total, items } = page!.pageData;
    expect(items).toHaveLength(total);
    return items.map((item) => item.dealTitle);
  };
  const feature = (names: string[], undo = false) => featureDeals(context, names, { undo });

  test('holds what is featured, by when it was, until that is undone', async () => {
    expect(await shown()).toEqual(['Voted', 'Older']);
    expect(await feature(['test:quiet', 'test:later'])).toEqual({
      messages: [
        expect.stringMatching(/^\d+ "Quiet" is on the front page now$/) as string,
        expect.stringMatching(/^\d+ "Later" is on the front page as soon as it starts$/) as string,
      ],
      changed: true,
    });
    expect(await shown()).toEqual(['Quiet', 'Voted', 'Older']);
    expect((await feature(['test:quiet'], true)).messages[0]).toMatch(/only when members' votes bring it there$/);
    expect(await shown()).toEqual(['Voted', 'Older']);
    expect(await feature(['test:quiet'], true)).toMatchObject({ messages: [expect.stringMatching(/was not featured$/)], changed: false });
  });

  test('stays as it is when a name stands for no deal', async () => {
    await expect(feature(['test:quiet', 'test:gone'])).rejects.toThrow(Refused);
    expect(await shown()).toEqual(['Voted', 'Older']);
  });

  test('begins at the score that is set', async () => {
    expect(await shown({ FRONTPAGE_SCORE: '0' })).toEqual(['Voted', 'Older', 'Quiet']);
    expect(await shown({ FRONTPAGE_SCORE: '13' })).toEqual([]);
    await feature(['test:older']);
    expect(await shown({ FRONTPAGE_SCORE: '13' })).toEqual(['Older']);
  });
});
