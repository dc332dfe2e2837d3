import { cpSync, globSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Context } from '../../../src/server/context.ts';
import type { OnDemand } from '../../../src/server/http/handle.ts';
import { openEmbeddedCopy } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { answerOf, differing, frozenContext, usePublishing, type TestRelease } from '../../support/publishing.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';

const publishing = usePublishing();
/** Enough for something of every kind. */
const DEALS = 12;

let context: Context;

beforeEach(async () => {
  const { db, close } = await openEmbeddedCopy();
  onTestFinished(close);
  context = frozenContext(db);
  await publishedCatalogue(context, DEALS);
});

/** Changes what a deal costs; its addresses stay. @returns its place */
async function reprice(sourceId: string, cents: number): Promise<{ place: string }> {
  const { rows } = await sql<{ id: number }>`
    update deals set price_cents = ${cents} where source_id = ${sourceId} returning thread_id as id`.execute(context.db);
  return { place: `deal:${rows[0]!.id}` };
}

/** Gives a deal another title, and so another address. */
const rename = (sourceId: string, title: string) =>
  sql`update deals set title = ${title} where source_id = ${sourceId}`.execute(context.db);

/** Fails unless a release shows what one that is made anew shows, and nothing is left to do. */
async function expectAsMadeAnew(desk: TestRelease): Promise<void> {
  const anew = await publishing.open(context);
  await anew.settle();
  expect({ differing: differing(desk, anew), due: [...desk.log.due] }).toEqual({ differing: [], due: [] });
}

/** Every page that is shown can be read whole. */
const unreadable = (desk: TestRelease) =>
  [...desk.shown].filter(([address, { sizes }]) => answerOf(desk, address)?.length !== sizes.identity);

/** Shown addresses and their content, to be compared with later ones. */
const snapshot = (desk: TestRelease) => new Map([...desk.shown].map(([address, { digest }]) => [address, digest]));

const failedPlaces = ({ failures }: TestRelease) => [...new Set(failures.map(([place]) => place))];

/** Publishes until everything has been done or has failed once more. */
async function tryAgain(desk: TestRelease): Promise<void> {
  desk.failures.length = 0;
  await desk.settle();
}

describe('a page that cannot be made', () => {
  /** A handler that fails at the addresses that `isBroken` names. */
  const failing =
    (isBroken: (url: string) => boolean, fail: OnDemand) =>
    (handler: OnDemand): OnDemand =>
    (request, response, next, locals) =>
      (isBroken(request.url ?? '') ? fail : handler)(request, response, next, locals);

  const throwing: OnDemand = () => {
    throw new Error('it broke');
  };
  const faults: Record<string, OnDemand> = {
    'answers an error': (_request, response) => response.writeHead(500).end('It broke.'),
    'breaks off amid its answer': (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.write('<!doctype html><title>Half');
      response.destroy();
    },
  };

  test.each(Object.entries(faults))(
    'because it %s keeps its old version, is reported, and heals when it can be made',
    async (_name, fault) => {
      let broken = '';
      const desk = await publishing.open(
        context,
        undefined,
        failing((url) => broken !== '' && url.startsWith(broken), fault),
      );
      await desk.settle();
      const [path] = [...desk.shown.keys()].filter((address) => address.startsWith('/f/') && !address.endsWith('.json'));
      const before = snapshot(desk);
      broken = path!;
      const id = /\d+/.exec(path!)![0];
      await sql`update deals set price_cents = 4321 where thread_id = ${id}`.execute(context.db);
      await desk.settle();

      expect(failedPlaces(desk)).toEqual([`deal:${id}`]);
      expect(desk.shown.get(path!)!.digest).toBe(before.get(path!));
      expect(unreadable(desk)).toEqual([]);
      expect(answerOf(desk, '/all')!.includes('$43.21')).toBe(true);
      expect([...desk.log.due]).toEqual([`deal:${id}`]);

      broken = '';
      await tryAgain(desk);
      expect(desk.failures).toEqual([]);
      expect(answerOf(desk, path!)!.includes('$43.21')).toBe(true);
      await expectAsMadeAnew(desk);
    },
  );

  test('is tried again by itself after a while, and not before', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let broken = true;
    const desk = await publishing.open(
      context,
      undefined,
      failing((url) => broken && url === '/about', throwing),
    );
    await desk.settle();
    expect([failedPlaces(desk), [...desk.log.due]]).toEqual([['text:/about'], ['text:/about']]);
    let wait = 0;
    while (wait === 0) wait = await desk.publisher.step();
    broken = false;
    vi.advanceTimersByTime(wait - 1);
    await desk.publisher.step();
    expect(desk.shown.has('/about')).toBe(false);
    vi.advanceTimersByTime(1);
    await desk.publisher.step();
    expect(desk.shown.has('/about')).toBe(true);
    expect([...desk.log.due].filter((name) => name.startsWith('text:'))).toEqual([]);
  });

  test('is still due after a restart', async () => {
    let broken = false;
    const through = failing((url) => broken && url === '/all', throwing);
    const desk = await publishing.open(context, undefined, through);
    await desk.settle();
    broken = true;
    await rename('d1', 'Another title');
    await desk.settle();
    desk.log.close();

    broken = false;
    const again = await publishing.open(context, desk.folder, through);
    // What is known to be behind is left to the on-demand page until it is made.
    expect([again.shown.has('/all'), again.shown.has('/about')]).toEqual([false, true]);
    await again.settle();
    await expectAsMadeAnew(again);
  });
});

/** What keeps a release from being written to. */
interface Obstacle {
  folder: string;
  rise(): void;
  fall(): void;
}

function fullDisk(): Obstacle | undefined {
  const disk = mountSmallDisk(16);
  if (!disk) return undefined;
  onTestFinished(disk.remove);
  return { folder: disk.folder, rise: disk.fill, fall: disk.makeRoom };
}

/** A file stands where the pages' folder should. */
function folderInTheWay(): Obstacle {
  const folder = mkdtempSync(join(tmpdir(), 'magpie-release-'));
  const [pages, aside] = [join(folder, 'pages'), join(folder, 'aside')];
  return {
    folder,
    rise() {
      cpSync(pages, aside, { recursive: true });
      rmSync(pages, { recursive: true });
      writeFileSync(pages, '');
    },
    fall() {
      rmSync(pages);
      renameSync(aside, pages);
    },
  };
}

describe.each([
  ['on a full disk', fullDisk],
  ['where a file stands in the way', folderInTheWay],
])('what is published %s', (_name, findObstacle) => {
  test('stays as it was, is reported, and follows once there is room', async ({ skip }) => {
    const obstacle = findObstacle() ?? skip('this user may not mount a disk to be filled');
    const desk = await publishing.open(context, obstacle.folder);
    await desk.settle();
    const before = snapshot(desk);

    obstacle.rise();
    const { place } = await reprice('d1', 4321);
    await desk.settle();
    expect(failedPlaces(desk)).toContain(place);
    expect(failedPlaces(desk)).toContain('feed:/all');
    expect(snapshot(desk)).toEqual(before);
    expect([...desk.log.due]).toEqual(expect.arrayContaining([place, 'feed:/all']));

    obstacle.fall();
    expect(unreadable(desk)).toEqual([]);
    await tryAgain(desk);
    expect(desk.failures).toEqual([]);
    expect(drafts(desk)).toEqual([]);
    await expectAsMadeAnew(desk);
  });

  test('is not forgotten when the process ends soon after there is room', async ({ skip }) => {
    const obstacle = findObstacle() ?? skip('this user may not mount a disk to be filled');
    const desk = await publishing.open(context, obstacle.folder);
    await desk.settle();
    obstacle.rise();
    await reprice('d1', 4321);
    await desk.settle();
    await rename('d2', 'Another title');
    await desk.settle();
    obstacle.fall();
    await rename('d3', 'A third title');
    desk.publisher.notify();
    await desk.publisher.step();
    desk.log.close();

    const again = await publishing.open(context, obstacle.folder);
    expect(unreadable(again)).toEqual([]);
    await again.settle();
    await expectAsMadeAnew(again);
  });
});

/** Files that were never finished. */
const drafts = ({ folder }: TestRelease) => globSync('pages/*/*', { cwd: folder }).filter((name) => /\.\d+$/.test(name));

describe('a publisher that is killed', () => {
  /** Publishes as `work` says, and takes a copy of the release whenever a page is about to be made. */
  async function copiesAmid(folder: string, work: (desk: TestRelease) => Promise<void>): Promise<string[]> {
    const copies: string[] = [];
    const desk = await publishing.open(context, folder, (handler) => (request, response, next, locals) => {
      copies.push(copyOf(folder));
      return handler(request, response, next, locals);
    });
    await work(desk);
    desk.log.close();
    return copies;
  }

  function copyOf(folder: string): string {
    const copy = mkdtempSync(join(tmpdir(), 'magpie-release-'));
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
    cpSync(folder, copy, { recursive: true });
    return copy;
  }

  async function publishedOnce(): Promise<string> {
    const desk = await publishing.open(context);
    await desk.settle();
    desk.log.close();
    return desk.folder;
  }

  test('at any point amid its work leaves nothing half, and the next one ends as if everything were made anew', async () => {
    const copies = await copiesAmid(await publishedOnce(), async (desk) => {
      await rename('d1', 'A new title');
      await sql`delete from deals where source_id = 'd3'`.execute(context.db);
      await desk.settle();
      await sql`update deals set status = 'expired' where source_id = 'd5'`.execute(context.db);
      await desk.settle();
    });
    const anew = await publishing.open(context);
    await anew.settle();
    expect(copies.length).toBeGreaterThan(20);
    for (const copy of copies.filter((_, index) => index % 8 === 1)) {
      const desk = await publishing.open(context, copy);
      expect(unreadable(desk)).toEqual([]);
      await desk.settle();
      expect(differing(desk, anew)).toEqual([]);
    }
  });

  test('between any two steps of a comparison of everything goes on with what is left', async () => {
    const folder = await publishedOnce();
    await sql`update stores set name = 'Renamed'`.execute(context.db);
    const anew = await publishing.open(context);
    await anew.settle();
    let steps = 0;
    for (let isDone = false; !isDone; steps++) {
      const copy = copyOf(folder);
      const killed = await publishing.open(context, copy);
      for (let step = 0; step < steps; step++) {
        killed.publisher.flush();
        await killed.publisher.step();
      }
      isDone = killed.log.due.size === 0;
      killed.log.close();
      const next = await publishing.open(context, copy);
      // What may be older than what is known to have changed is left to the on-demand pages.
      if (!isDone) expect(next.shown.size).toBe(0);
      await next.settle();
      expect(differing(next, anew)).toEqual([]);
    }
    expect(steps).toBeGreaterThan(2);
  });

  test('amid tidying up never misses a page', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const folder = await publishedOnce();
    const desk = await publishing.open(context, folder);
    await rename('d1', 'A new title');
    await desk.settle();
    const copies: string[] = [];
    for (let moment = 0; moment < 40; moment++) {
      await desk.publisher.tidy();
      await desk.publisher.recompress();
      vi.advanceTimersByTime(20_000);
      if (moment % 8 === 0) copies.push(copyOf(folder));
    }
    expect(unreadable(desk)).toEqual([]);
    expect([...desk.shown.values()].some(({ pressed }) => pressed)).toBe(true);
    for (const copy of copies) {
      const next = await publishing.open(context, copy);
      expect(next.shown.size).toBe(desk.shown.size);
      expect(unreadable(next)).toEqual([]);
      expect(differing(next, desk)).toEqual([]);
    }
  });
});
