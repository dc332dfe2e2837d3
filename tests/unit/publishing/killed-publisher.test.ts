import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SITE } from '../../../src/features/publishing/page-files.ts';
import { differing, type TestRelease } from '../../support/publishing.ts';
import { unreadable, useSmallSite } from '../../support/small-site.ts';

const site = useSmallSite();

describe('a publisher that is killed', () => {
  /** Publishes as `work` says, and takes a copy of the release whenever one of every eight pages is about to be made. */
  async function copiesAmid(folder: string, work: (release: TestRelease) => Promise<void>) {
    const copies: string[] = [];
    let pages = 0;
    const release = await site.open(folder, (handler) => (request, response, next, locals) => {
      if (pages++ % 8 === 1) copies.push(copyOf(folder));
      return handler(request, response, next, locals);
    });
    await work(release);
    release.log.close();
    return { copies, pages };
  }

  function copyOf(folder: string): string {
    const copy = mkdtempSync(join(tmpdir(), 'magpie-release-'));
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
    cpSync(folder, copy, { recursive: true });
    return copy;
  }

  async function publishedOnce(): Promise<string> {
    const release = await site.open();
    await release.settle();
    release.log.close();
    return release.folder;
  }

  test('at any point amid its work leaves nothing half, and the next one ends as if everything were made anew', async () => {
    const { copies, pages } = await copiesAmid(await publishedOnce(), async (release) => {
      await site.rename('d1', 'A new title');
      await site.run(sql`delete from deals where source_id = 'd3'`);
      await release.settle();
      await site.run(sql`update deals set status = 'expired' where source_id = 'd5'`);
      await release.settle();
    });
    const anew = await site.open();
    await anew.settle();
    expect(pages).toBeGreaterThan(20);
    for (const copy of copies) {
      const release = await site.open(copy);
      expect(unreadable(release)).toEqual([]);
      await release.settle();
      expect(differing(release, anew)).toEqual([]);
    }
  });

  test('between any two steps of a comparison of everything goes on with what is left', async () => {
    const folder = await publishedOnce();
    await site.run(sql`update stores set name = 'Renamed'`);
    const anew = await site.open();
    await anew.settle();
    let steps = 0;
    for (let isDone = false; !isDone; steps++) {
      const copy = copyOf(folder);
      const killed = await site.open(copy);
      for (let step = 0; step < steps; step++) {
        killed.publisher.flush();
        await killed.publisher.step();
      }
      isDone = killed.log.due.size === 0;
      killed.log.close();
      const next = await site.open(copy);
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
    const release = await site.open(folder);
    await release.publisher.removeLeftovers();
    expect(left.filter((file) => existsSync(join(folder, SITE, file)))).toEqual([]);
    expect(existsSync(join(folder, SITE, 'f/1-gone'))).toBe(false);
    expect(unreadable(release)).toEqual([]);
    await site.expectAsMadeAnew(release);
  });
});
