import { expect, test } from 'vitest';
import { allPageTargets } from '../../../src/features/rendering/all-page-targets.server.ts';
import { pageTargetName, pageTargetNamed } from '../../../src/features/rendering/page-target.ts';
import { aggregateEvents } from '../../../src/features/tracking/aggregate.server.ts';
import { takeEvents } from '../../../src/features/tracking/events.server.ts';
import { jsonEndpoint } from '../../../src/server/http/endpoint.ts';
import { accountsContext, DAY } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { collection, deal, importRecords, surroundings } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';

onDatabase('all targets', (open) => {
  test('are found again by their names', async () => {
    const context = accountsContext((await open()).db);
    await importRecords(context, [...surroundings(), collection(), deal()]);
    const targets = await allPageTargets(context);
    expect(
      targets.map((target) => pageTargetNamed(pageTargetName(target))),
      'have pageTargetNamed read what pageTargetName gives',
    ).toEqual(targets);
  });

  test('hold as many deals as PRERENDER_LIMIT says, half of them the newest and half the hottest', async () => {
    const context = accountsContext((await open()).db);
    const sources = [1, 2, 3, 4, 5].map((n) => deal({ sourceId: `d${n}`, title: `Deal ${n}`, postedAt: `2026-09-0${n}T12:00:00Z` }));
    await importRecords(context, [...surroundings(), collection(), ...sources]);
    const byAge = await context.db.selectFrom('deals').select('thread_id as id').orderBy('posted_at').execute();
    const [oldest, , , second, newest] = byAge.map(({ id }) => id);
    await context.db.updateTable('deals').set({ rank: 1_000_000 }).where('thread_id', '=', oldest!).execute();
    const ahead = async (prerenderLimit: number) => {
      const targets = await allPageTargets({ ...context, config: { ...context.config, prerenderLimit } });
      return targets.flatMap((target) => (target.kind === 'deal' ? [target.id] : [])).toSorted((a, b) => a - b);
    };
    const sorted = (...ids: (number | undefined)[]) => ids.toSorted((a, b) => Number(a) - Number(b));
    expect(await ahead(0)).toEqual([]);
    expect(await ahead(1)).toEqual([newest]);
    expect(await ahead(3)).toEqual(sorted(newest, second, oldest));
    expect(await ahead(100_000)).toHaveLength(5);

    // Of deals of one moment the same ones each time: those that lists show first.
    await context.db
      .updateTable('deals')
      .set({ posted_at: new Date('2026-09-09T12:00:00Z'), rank: 1 })
      .execute();
    const [last, lastButOne] = byAge.map(({ id }) => id).toSorted((a, b) => b - a);
    expect(await ahead(3)).toEqual(sorted(last, lastButOne));
  });

  test('begin with the feeds and deals that were read most in the last days', async () => {
    const context = accountsContext((await open()).db);
    await importRecords(context, [
      ...surroundings(),
      collection(),
      ...[1, 2, 3].map((n) => deal({ sourceId: `d${n}`, title: `Deal ${n}` })),
    ]);
    const named = async (kind: string) =>
      (await allPageTargets(context))
        .filter((target) => target.kind === kind)
        .map((target) => pageTargetName(target).slice(kind.length + 1));
    const [third, second, first] = await named('deal');
    expect((await named('feed'))[0]).toBe('/');

    let ids = 0;
    const view = (path: string) => ({ id: `event-id-${ids++}`, type: 'view', path });
    const paths = ['/popular', '/popular', '/all', `/f/${first}-deal-1`, `/f/${first}-deal-1`, `/f/${second}-an-older-title`];
    await new Caller(context).call(jsonEndpoint(takeEvents), { json: paths.map(view) });
    expect((await named('feed')).slice(0, 2)).toEqual(['/popular', '/all']);
    expect(await named('deal')).toEqual([first, second, third]);

    context.at.pass(DAY);
    await aggregateEvents(context);
    expect(await named('deal')).toEqual([first, second, third]);
    context.at.pass(7 * DAY);
    expect(await named('deal')).toEqual([third, second, first]);
  });
});
