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
      await publisher.step();
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

  test('those that could not be made for want of the database still come after an edit', async () => {
    const made: string[] = [];
    const release = await site.open(undefined, (handler) => (request, response, next, locals) => {
      made.push(request.url ?? '');
      return handler(request, response, next, locals);
    });
    await release.settle();
    const madeInAStep = async () => {
      made.length = 0;
      await release.publisher.step();
      return [...made];
    };
    const hasDeal = (addresses: string[]) => addresses.some((address) => address.startsWith('/f/'));
    await changeMany();
    release.publisher.notify();
    while (!hasDeal(await madeInAStep()));
    await site.run(sql`alter table categories rename to away`);
    await expect(release.publisher.step()).rejects.toThrow('categories');
    await site.run(sql`alter table away rename to categories`);

    await site.reprice('d1', 4321);
    release.publisher.notify();
    expect(await madeInAStep()).toHaveLength(1);
    const lists = await madeInAStep();
    expect([lists.includes('/all'), hasDeal(lists)]).toEqual([true, false]);
  });
});
