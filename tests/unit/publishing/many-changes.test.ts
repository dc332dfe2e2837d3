import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useSmallSite } from '../../support/small-site.ts';

const site = useSmallSite();

/** Changes all deals in one transaction, several times each: it notes more than a hundred changes. */
const changeMany = () =>
  site.run(sql`do $$ begin for round in 1..10 loop update deals set price_cents = price_cents + 100; end loop; end $$`);

describe('while the pages of many changes are made', () => {
  test('an edit is shown on its page and then on its lists before more of them are made, after a restart too', async () => {
    const made: string[] = [];
    const open = (folder?: string) =>
      site.open(folder, (handler) => (request, response, next, locals) => {
        made.push(request.url ?? '');
        return handler(request, response, next, locals);
      });
    const release = await open();
    await release.settle();
    await changeMany();
    release.publisher.notify();
    made.length = 0;
    const madeInAStep = async ({ publisher }: typeof release) => {
      do await publisher.step();
      while (made.length === 0);
      return made.splice(0);
    };
    // Lists come first, for they are read most.
    expect(await madeInAStep(release)).toContain('/all');

    const pageOf = ({ target }: { target: string }): unknown => expect.stringMatching(`^/f/${target.slice('deal:'.length)}-`);
    const first = await site.reprice('d1', 4321);
    release.publisher.notify();
    expect(await madeInAStep(release)).toEqual([pageOf(first)]);
    const lists = await madeInAStep(release);
    expect(lists).toContain('/all');
    expect(lists.filter((address) => address.startsWith('/f/'))).toEqual([]);
    expect(release.publisher.leftOfMany).toBeGreaterThan(10);

    release.log.close();
    const second = await site.reprice('d2', 1234);
    const next = await open(release.folder);
    expect(await madeInAStep(next)).toEqual([pageOf(second)]);
    const listsOfSecond = await madeInAStep(next);
    expect(listsOfSecond).toContain('/all');
    expect(listsOfSecond.filter((address) => address.startsWith('/f/'))).toEqual([]);
    expect(next.publisher.leftOfMany).toBeGreaterThan(10);
    await next.settle();
    expect(next.publisher.left).toBe(0);
    await site.expectAsMadeAnew(next);
  });

  test('their pages are found in parts, between which an edit is shown, and a restart in between misses none', async () => {
    const made: string[] = [];
    const open = (folder?: string) =>
      site.open(folder, (handler) => (request, response, next, locals) => {
        made.push(request.url ?? '');
        return handler(request, response, next, locals);
      });
    const release = await open();
    await release.settle();
    await site.run(sql`
      with titled as (update deals set title = title || ' (again)' returning true)
      insert into changes (subject, id) select 'comments', n from generate_series(900001, 901500) n where exists (select from titled)`);
    made.length = 0;
    const { publishedUntil } = release.publisher;
    const isDue = (id: number) => release.log.due.has(`deal:${id}`);
    const step = async () => {
      release.publisher.notify();
      await release.publisher.step();
      return made.splice(0);
    };
    expect([await step(), isDue(900_001), isDue(901_500)]).toEqual([[], true, false]);
    const { target } = await site.reprice('d1', 4321);
    expect(await step()).toEqual([expect.stringMatching(`^/f/${target.slice('deal:'.length)}-`)]);
    expect(isDue(901_500)).toBe(false);
    expect(release.publisher.publishedUntil).toBe(publishedUntil);

    release.log.close();
    const next = await open(release.folder);
    for (const id of [900_001, 901_500]) expect(next.log.due.has(`deal:${id}`)).toBe(true);
    await next.settle();
    expect([next.publisher.left, [...next.log.due]]).toEqual([0, []]);
    await site.expectAsMadeAnew(next);
  });

  test('a step that fails, such as without the database, makes none of them more urgent', async () => {
    const release = await site.open();
    await release.settle();
    await changeMany();
    const { publisher } = release;
    publisher.notify();
    do await publisher.step();
    while (publisher.isResolving);
    const left = publisher.leftOfMany;
    expect(left).toBeGreaterThan(10);
    await site.run(sql`alter table categories rename to away`);
    await expect(publisher.step()).rejects.toThrow('categories');
    await site.run(sql`alter table away rename to categories`);
    expect(publisher.leftOfMany).toBe(left);
    await release.settle();
    await site.expectAsMadeAnew(release);
  });
});
