import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Context } from '../../../src/server/context.ts';
import { SITE } from '../../../src/features/publishing/page-files.ts';
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

/** Changes what a deal costs; its addresses stay. @returns its target */
async function reprice(sourceId: string, cents: number): Promise<{ target: string }> {
  const { rows } = await sql<{ id: number }>`
    update deals set price_cents = ${cents} where source_id = ${sourceId} returning thread_id as id`.execute(context.db);
  return { target: `deal:${rows[0]!.id}` };
}

/** Gives a deal another title, and so another address. */
const rename = (sourceId: string, title: string) =>
  sql`update deals set title = ${title} where source_id = ${sourceId}`.execute(context.db);

/** Fails unless a release shows what one that is made anew shows, and nothing is left to do. */
async function expectAsMadeAnew(release: TestRelease): Promise<void> {
  const anew = await publishing.open(context);
  await anew.settle();
  expect({ differing: differing(release, anew), due: [...release.log.due] }).toEqual({ differing: [], due: [] });
}

/** Every page that is shown can be read whole. */
const unreadable = (release: TestRelease) =>
  [...release.shown].filter(([address, { sizes }]) => answerOf(release, address)?.length !== sizes.identity);

/** Shown addresses and their content, to be compared with later ones. */
const snapshot = (release: TestRelease) => new Map([...release.shown].map(([address, { digest }]) => [address, digest]));

const failedTargets = ({ failures }: TestRelease) => [...new Set(failures.map(([target]) => target))];

/** Publishes until everything has been done or has failed once more. */
async function tryAgain(release: TestRelease): Promise<void> {
  release.failures.length = 0;
  await release.settle();
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
      const release = await publishing.open(
        context,
        undefined,
        failing((url) => broken !== '' && url.startsWith(broken), fault),
      );
      await release.settle();
      const [path] = [...release.shown.keys()].filter((address) => address.startsWith('/f/') && !address.endsWith('.json'));
      const before = snapshot(release);
      broken = path!;
      const id = /\d+/.exec(path!)![0];
      await sql`update deals set price_cents = 4321 where thread_id = ${id}`.execute(context.db);
      await release.settle();

      expect(failedTargets(release)).toEqual([`deal:${id}`]);
      expect(release.shown.get(path!)!.digest).toBe(before.get(path!));
      expect(unreadable(release)).toEqual([]);
      expect(answerOf(release, '/all')!.includes('$43.21')).toBe(true);
      expect([...release.log.due]).toEqual([`deal:${id}`]);

      broken = '';
      await tryAgain(release);
      expect(release.failures).toEqual([]);
      expect(answerOf(release, path!)!.includes('$43.21')).toBe(true);
      await expectAsMadeAnew(release);
    },
  );

  test('is tried again by itself after a while, and not before', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let broken = true;
    const release = await publishing.open(
      context,
      undefined,
      failing((url) => broken && url === '/about', throwing),
    );
    await release.settle();
    expect([failedTargets(release), [...release.log.due]]).toEqual([['text:/about'], ['text:/about']]);
    let wait = 0;
    while (wait === 0) wait = await release.publisher.step();
    broken = false;
    vi.advanceTimersByTime(wait - 1);
    await release.publisher.step();
    expect(release.shown.has('/about')).toBe(false);
    vi.advanceTimersByTime(1);
    await release.publisher.step();
    expect(release.shown.has('/about')).toBe(true);
    expect([...release.log.due].filter((name) => name.startsWith('text:'))).toEqual([]);
  });

  test('is still due after a restart', async () => {
    let broken = false;
    const through = failing((url) => broken && url === '/all', throwing);
    const release = await publishing.open(context, undefined, through);
    await release.settle();
    broken = true;
    await rename('d1', 'Another title');
    await release.settle();
    release.log.close();

    broken = false;
    const again = await publishing.open(context, release.folder, through);
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

/** A file stands where the folder of drafts should. */
function fileInTheWay(): Obstacle {
  const folder = mkdtempSync(join(tmpdir(), 'magpie-release-'));
  const path = join(folder, 'drafts');
  return {
    folder,
    rise() {
      rmSync(path, { recursive: true });
      writeFileSync(path, '');
    },
    fall: () => rmSync(path),
  };
}

describe.each([
  ['on a full disk', fullDisk],
  ['where a file stands in the way', fileInTheWay],
])('what is published %s', (_name, findObstacle) => {
  test('stays as it was, is reported, and follows once there is room', async ({ skip }) => {
    const obstacle = findObstacle() ?? skip('this user may not mount a disk to be filled');
    const release = await publishing.open(context, obstacle.folder);
    await release.settle();
    const before = snapshot(release);

    obstacle.rise();
    const { target } = await reprice('d1', 4321);
    await release.settle();
    expect(failedTargets(release)).toContain(target);
    expect(failedTargets(release)).toContain('feed:/all');
    expect(snapshot(release)).toEqual(before);
    expect([...release.log.due]).toEqual(expect.arrayContaining([target, 'feed:/all']));

    obstacle.fall();
    expect(unreadable(release)).toEqual([]);
    await tryAgain(release);
    expect(release.failures).toEqual([]);
    expect(readdirSync(join(release.folder, 'drafts'))).toEqual([]);
    await expectAsMadeAnew(release);
  });

  test('is not forgotten when the process ends soon after there is room', async ({ skip }) => {
    const obstacle = findObstacle() ?? skip('this user may not mount a disk to be filled');
    const release = await publishing.open(context, obstacle.folder);
    await release.settle();
    obstacle.rise();
    await reprice('d1', 4321);
    await release.settle();
    await rename('d2', 'Another title');
    await release.settle();
    obstacle.fall();
    await rename('d3', 'A third title');
    release.publisher.notify();
    await release.publisher.step();
    release.log.close();

    const again = await publishing.open(context, obstacle.folder);
    expect(unreadable(again)).toEqual([]);
    await again.settle();
    await expectAsMadeAnew(again);
  });
});

describe('a publisher that is killed', () => {
  /** Publishes as `work` says, and takes a copy of the release whenever a page is about to be made. */
  async function copiesAmid(folder: string, work: (release: TestRelease) => Promise<void>): Promise<string[]> {
    const copies: string[] = [];
    const release = await publishing.open(context, folder, (handler) => (request, response, next, locals) => {
      copies.push(copyOf(folder));
      return handler(request, response, next, locals);
    });
    await work(release);
    release.log.close();
    return copies;
  }

  function copyOf(folder: string): string {
    const copy = mkdtempSync(join(tmpdir(), 'magpie-release-'));
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
    cpSync(folder, copy, { recursive: true });
    return copy;
  }

  async function publishedOnce(): Promise<string> {
    const release = await publishing.open(context);
    await release.settle();
    release.log.close();
    return release.folder;
  }

  test('at any point amid its work leaves nothing half, and the next one ends as if everything were made anew', async () => {
    const copies = await copiesAmid(await publishedOnce(), async (release) => {
      await rename('d1', 'A new title');
      await sql`delete from deals where source_id = 'd3'`.execute(context.db);
      await release.settle();
      await sql`update deals set status = 'expired' where source_id = 'd5'`.execute(context.db);
      await release.settle();
    });
    const anew = await publishing.open(context);
    await anew.settle();
    expect(copies.length).toBeGreaterThan(20);
    for (const copy of copies.filter((_, index) => index % 8 === 1)) {
      const release = await publishing.open(context, copy);
      expect(unreadable(release)).toEqual([]);
      await release.settle();
      expect(differing(release, anew)).toEqual([]);
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

  test('has what it left behind removed once there is time, and nothing else', async () => {
    const folder = await publishedOnce();
    const left = ['f/1-gone/index.html', 'f/1-gone/index.html.br', 'popular/_page/9.html', 'store/index.html.gz', '../drafts/1'];
    for (const file of left) {
      mkdirSync(join(folder, SITE, file, '..'), { recursive: true });
      writeFileSync(join(folder, SITE, file), 'left behind');
    }
    const release = await publishing.open(context, folder);
    await release.publisher.tidy();
    expect(left.filter((file) => existsSync(join(folder, SITE, file)))).toEqual([]);
    expect(existsSync(join(folder, SITE, 'f/1-gone'))).toBe(false);
    expect(unreadable(release)).toEqual([]);
    await expectAsMadeAnew(release);
  });
});
