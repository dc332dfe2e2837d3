import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { OnDemand } from '../../../src/server/http/handle.ts';
import { answerOf } from '../../support/publishing.ts';
import { failedTargets, snapshot, tryAgain, unreadable, useSmallSite } from '../../support/small-site.ts';

const site = useSmallSite();

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
      const release = await site.open(
        undefined,
        failing((url) => broken !== '' && url.startsWith(broken), fault),
      );
      await release.settle();
      const [path] = [...release.shown.keys()].filter((address) => address.startsWith('/f/') && !address.endsWith('.json'));
      const before = snapshot(release);
      broken = path!;
      const id = /\d+/.exec(path!)![0];
      await site.run(sql`update deals set price_cents = 4321 where thread_id = ${id}`);
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
      await site.expectAsMadeAnew(release);
    },
  );

  test('is tried again by itself after a while, and not before', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let broken = true;
    const release = await site.open(
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
    expect(new Set(release.failures.map(String))).toEqual(new Set(['text:/about,it broke']));
    expect(release.shown.has('/about')).toBe(true);
    expect([...release.log.due].filter((name) => name.startsWith('text:'))).toEqual([]);
  });

  test('is still due after a restart', async () => {
    let broken = false;
    const through = failing((url) => broken && url === '/all', throwing);
    const release = await site.open(undefined, through);
    await release.settle();
    broken = true;
    await site.rename('d1', 'Another title');
    await release.settle();
    expect(new Set(release.failures.map(String))).toEqual(new Set(['feed:/all,it broke']));
    release.log.close();

    broken = false;
    const again = await site.open(release.folder, through);
    // What is known to be behind is left to the on-demand page until it is made.
    expect([again.shown.has('/all'), again.shown.has('/about')]).toEqual([false, true]);
    await again.settle();
    await site.expectAsMadeAnew(again);
  });
});
