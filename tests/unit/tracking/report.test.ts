import { beforeEach, expect, test } from 'vitest';
import { aggregateEvents } from '../../../src/features/tracking/aggregate.server.ts';
import { mostReadPaths } from '../../../src/features/tracking/most-read.server.ts';
import type { Report } from '../../../src/features/tracking/report.ts';
import { DAY, type accountsContext } from '../../support/accounts.ts';
import { onDatabase } from '../../support/databases.ts';
import { give } from '../../support/given.ts';
import { click, event, events, storedEvents, trackedSite, visitorOf } from '../../support/tracking.ts';
import { watchWrites } from '../../support/watched-writes.ts';

onDatabase('the report of visits', (open) => {
  let context: ReturnType<typeof accountsContext>;
  let tid: number;
  let pcoid: number;
  beforeEach(async () => {
    ({ context, tid, pcoid } = await trackedSite(open));
  });
  const visitor = (id?: string) => visitorOf(context, id);
  const rows = () => storedEvents(context);

  test('is the same from events and from counts by day, and events are forgotten after 90 days', async () => {
    const [one, two] = [visitor('one'), visitor('two')];
    await one.call(events, {
      json: [event({ tid }), event({ tid, type: 'open' }), event({ type: 'view', path: '/popular', position: undefined })],
    });
    await two.call(events, { json: [event({ tid }), event({ pcoid, path: '/all', position: 2 })] });
    for (const caller of [one, two])
      await caller.call(events, { json: [event({ type: 'view', path: '/search', q: ' Zeppelin', results: 0, position: undefined })] });
    const phone = {
      'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    };
    await one.call(events, { json: [event({ type: 'view', path: '/search', q: 'my own secret', results: 0 })], headers: phone });
    await one.call(events, {
      json: [event({ type: 'visit', path: '/popular', position: undefined, entryPoint: 'letter', startPage: '/popular' })],
    });
    await one.call(click, { method: 'GET', address: `/click?tid=${tid}&sn=/popular&lno=1` });
    await expect.poll(rows).toHaveLength(10);
    const report = async (days = '30') =>
      JSON.parse((await give(context, 'report', { days, json: true })).said.join('')) as Record<string, unknown>;
    const expected = {
      views: 4,
      impressions: 3,
      outclicks: 1,
      feeds: [
        { name: '/popular', impressions: 2, opens: 1, outclicks: 1, clickThrough: 1 },
        { name: '/all', impressions: 1, opens: 0, outclicks: 0, clickThrough: 0 },
      ],
      stores: [{ name: 'Acme', impressions: 3, opens: 1, outclicks: 1, clickThrough: 2 / 3 }],
      positions: [
        { name: '1', impressions: 2, opens: 1, outclicks: 1 },
        { name: '2', impressions: 1 },
      ],
      searchesWithoutResults: [{ words: 'zeppelin', visitors: 2 }],
      entryPoints: [{ name: 'letter', visits: 1 }],
      devices: [
        { name: 'desktop', views: 3 },
        { name: 'mobile', views: 1 },
      ],
    };
    expect(await report()).toMatchObject(expected);
    await aggregateEvents(context);
    expect(await report()).toMatchObject(expected);
    context.at.pass(DAY);
    await Promise.all([aggregateEvents(context), aggregateEvents(context)]);
    await aggregateEvents(context);
    expect(await report()).toMatchObject(expected);
    expect(await report('1')).toMatchObject({ views: 0, impressions: 0 });
    context.at.pass(90 * DAY);
    const { watched, largest } = watchWrites(context);
    await aggregateEvents(watched, { most: 1 });
    expect([await rows(), largest()]).toEqual([[], 1]);
    expect(await report('365')).toMatchObject({ ...expected, searchesWithoutResults: [], devices: [], entryPoints: [] });
    expect((await give(context, 'report', { days: '365' })).said.join('\n')).toMatch(
      /3 deals seen, 1 click to stores[^]*\/popular +2 +1 +1 +100\.0 %/,
    );
  });

  test('is of events that are counted a day at a time, however many days are over', async () => {
    for (const pause of [DAY, 2 * DAY]) {
      await visitor().call(events, { json: [event({ tid }), event({ tid, type: 'open' })] });
      context.at.pass(pause);
    }
    await visitor().call(events, { json: [event({ tid })] });
    const { watched, largest } = watchWrites(context);
    await aggregateEvents(watched);
    await aggregateEvents(watched);
    const days = await context.db.selectFrom('event_days').select(['day', 'kind']).orderBy('day').orderBy('kind').execute();
    expect(days.map(({ kind }) => kind)).toEqual(['impression', 'open', 'impression', 'open']);
    expect([new Set(days.map(({ day }) => day)).size, largest()]).toEqual([2, 2]);
  });

  test('stays small of a day in which somebody made up addresses: the most counted have rows of their own, the rest is added up', async () => {
    const made = (index: number) => event({ type: index % 2 ? 'view' : 'open', path: `/made-up-${index}`, position: index + 1, tid });
    await visitor().call(events, { json: [event({ tid }), event({ tid }), event({ type: 'view' }), event({ type: 'view' })] });
    await visitor().call(events, { json: Array.from({ length: 40 }, (_, index) => made(index)) });
    await visitor().call(events, { json: [event({ type: 'made-up-kind' })] });
    context.at.pass(DAY);
    await aggregateEvents(context, { rowsADay: 2 });
    await aggregateEvents(context, { rowsADay: 2 });
    const days = await context.db.selectFrom('event_days').select(['kind', 'path', 'events']).orderBy('path').orderBy('kind').execute();
    expect(days.map(({ kind, path, events: count }) => [kind, path, count])).toEqual([
      ['impression', '/popular', 2],
      ['view', '/popular', 2],
      ['open', 'other pages', 20],
      ['view', 'other pages', 20],
    ]);
    const report = JSON.parse((await give(context, 'report', { json: true })).said.join('')) as Report;
    expect(report).toMatchObject({ views: 22, impressions: 2, positions: [{ name: '1', impressions: 2, opens: 0 }] });
    expect(await mostReadPaths(context, 9)).toEqual(['/popular']);
  });

  test('has the deals that stand beside deals as one list', async () => {
    const paths = ['/f/1-one', '/f/2-another', '/pco/3'];
    await visitor().call(events, { json: paths.map((path) => event({ tid, path })) });
    const report = JSON.parse((await give(context, 'report', { json: true })).said.join('')) as Report;
    expect(report.feeds.map(({ name, impressions }) => [name, impressions])).toEqual([
      ['/f/…', 2],
      ['/pco/…', 1],
    ]);
    context.at.pass(DAY);
    await aggregateEvents(context);
    const days = await context.db.selectFrom('event_days').select(['path', 'events']).orderBy('path').execute();
    expect(days).toEqual([
      { path: '/f/…', events: 2 },
      { path: '/pco/…', events: 1 },
    ]);
  });

  test('says on how many pages a banner came, and how often it was followed', async () => {
    const banner = { position: undefined, banner: 'Black Friday' };
    const [one, two] = [visitor('one'), visitor('two')];
    for (const caller of [one, two]) await caller.call(events, { json: [event({ type: 'banner', ...banner })] });
    await one.call(events, { json: [event({ type: 'banner-open', ...banner }), event({ type: 'view' })] });
    const report = JSON.parse((await give(context, 'report', { json: true })).said.join('')) as Report;
    expect(report.banners).toEqual([{ name: 'Black Friday', shown: 2, opens: 1 }]);
    expect((await give(context, 'report', {})).said.join('\n')).toMatch(/Banner +shown +opened\nBlack Friday +2 +1/);
  });

  test('says how the variants of a test do, against its controls', async () => {
    const tests = [{ name: 'cards', variants: [{ name: 'Control' }, { name: 'Large' }] }];
    expect((await give(context, 'ab-tests', { tests: JSON.stringify(tests) })).said).toEqual([
      'Running now: cards. All pages are being published again.',
    ]);
    for (let index = 0; index < 40; index += 1) await visitor(`visitor${index}`).call(events, { json: [event({ type: 'view' })] });
    const report = JSON.parse((await give(context, 'report', { json: true })).said.join('')) as Report;
    const [control, large] = report.tests[0]?.variants ?? [];
    expect([control, large]).toMatchObject([
      { name: 'Control', isControl: true, difference: null },
      { name: 'Large', isControl: false, difference: { share: 0 } },
    ]);
    expect(Number(control?.visitors) + Number(large?.visitors)).toBe(40);
    expect(control?.visitors).toBeGreaterThan(5);
    expect((await give(context, 'report', {})).said.join('\n')).toMatch(/A\/B test cards +visitors/);
    expect((await give(context, 'ab-tests', { tests: '[{"name":"x","variants":[{"name":"A"}]}]' })).refused).toEqual([
      'Test 1 ("x"): variants must be two or more',
      'Test 1 ("x"): variants must have a control: a variant whose name begins with "Control"',
      'The tests were not changed.',
    ]);
    const heavy = JSON.stringify([
      {
        name: 'x',
        variants: [
          { name: 'Control', weight: -1 },
          { name: 'B', weight: '5' },
        ],
      },
    ]);
    expect((await give(context, 'ab-tests', { tests: heavy })).refused).toEqual([
      'Test 1 ("x"): variants[0].weight must be a whole number from 0 to 1000',
      'Test 1 ("x"): variants[1].weight must be a whole number from 0 to 1000',
      'The tests were not changed.',
    ]);
    const misspelled = [{ name: 'y', variant: [] }, 1, { variants: [{ name: 'Control', wieght: 2 }, { name: 3 }] }];
    expect((await give(context, 'ab-tests', { tests: JSON.stringify(misspelled) })).refused).toEqual([
      'Test 1 ("y"): variants must be a list: [ … ]',
      'Test 1 ("y"): it has "variant", which is not known',
      'Test 2: it must be fields with their values: { … }',
      'Test 3: name must be text',
      'Test 3: variants[0] has "wieght", which is not known',
      'Test 3: variants[1].name must be text',
      'The tests were not changed.',
    ]);
    expect((await give(context, 'ab-tests', { tests: '{}' })).refused[0]).toBe('The list of tests must be a list: [ … ]');
    expect((await give(context, 'ab-tests', { tests: 'no' })).refused[0]).toMatch(/^The file is not valid JSON/);
    expect((await give(context, 'ab-tests', { tests: '[]', dryRun: true })).said[0]).toMatch(/dry run/);
    expect((await give(context, 'ab-tests', {})).said[0]).toContain('"cards"');
  });
});

test('a number of days that is none is refused', async () => {
  const refused = await give({} as never, 'report', { days: 'many' });
  expect(refused.refused).toEqual(['--days must be a whole number from 1 to 3650 (is "many")']);
});
