import { sql } from 'kysely';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { ensureBundle } from '../../../src/features/publishing/make-bundle.server.ts';
import { startPublisher } from '../../../src/features/publishing/publisher-thread.ts';
import { runChildProcess } from '../../../src/features/publishing/bundle-in-child-process.ts';
import { readConfig } from '../../../src/server/config.ts';
import { makeContext } from '../../../src/server/context.ts';
import { openDatabase } from '../../../src/server/db/connect.ts';
import { newServerCopy } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { openSilentProxy } from '../../support/silent-proxy.ts';
import { freePort } from '../../support/site.ts';

const BUILD = 180_000;
const SOON = { interval: 20, timeout: 60_000 };
const DEALS = 6;

const server = inject('postgres');

describe.skipIf(!server)('the thread that publishes', () => {
  let bundle: string;
  beforeAll(async () => {
    bundle = await ensureBundle(() => undefined);
  }, BUILD);

  /** Starts it while its database does not answer. */
  async function startWithout() {
    const { url, drop } = await newServerCopy(server!);
    onTestFinished(drop);
    const release = await mkdtemp(join(tmpdir(), 'magpie-release-'));
    onTestFinished(() => rm(release, { recursive: true, force: true }));
    const port = await freePort();
    const address = new URL(url);
    address.port = String(port);
    const troubles: string[] = [];
    const publisher = startPublisher({
      config: readConfig({ SITE_URL: 'http://localhost:4321', DATABASE_URL: address.href }),
      ...{ release, bundle, database: {} },
      onOpened: () => undefined,
      onSwap: () => undefined,
      onPublished: () => undefined,
      onError: (message) => troubles.push(message),
    });
    onTestFinished(() => publisher.stop());
    await expect.poll(() => troubles, SOON).not.toEqual([]);
    expect(troubles[0]).toMatch(/^the pages cannot be opened yet: the database at .* does not answer: .*; trying again in 1 s$/);
    return { url, port, publisher, troubles, release };
  }

  test(
    'opens when the database answers, does what was asked meanwhile, goes on after its connections were cut, holds nobody up for what others wait for, and tells once what no page can be written for',
    { timeout: BUILD },
    async () => {
      const { url, port, publisher, troubles, release } = await startWithout();
      const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
      onTestFinished(close);
      await publishedCatalogue(makeContext({ config: readConfig({}), db }), DEALS);
      const asked = publisher.publish('everything');
      const proxy = await openSilentProxy(url, port);
      onTestFinished(() => proxy.close());
      await publisher.opened;
      expect((await asked)?.changed).toContain('/all');

      const { rows } = await sql<{ cut: number }>`
        select count(pg_terminate_backend(pid))::int as cut from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
        db,
      );
      expect(rows[0]!.cut).toBeGreaterThan(1);
      await db.updateTable('deals').set({ price_cents: 4321 }).execute();
      expect((await publisher.publish('changes'))?.changed).toContain('/all');
      await db.updateTable('stores').set({ description: 'Another one.' }).execute();
      expect((await publisher.publish('changes'))?.left).toBeGreaterThan(0);
      expect((await publisher.publish('waiting'))?.left).toBe(0);

      // While the pages of very many changes are made, who changes something else waits for that alone, and is told what is left.
      await sql`insert into changes (subject, id) select 'comments', n from generate_series(900001, 903000) n`.execute(db);
      await db.updateTable('deals').set({ price_cents: 5678 }).where('source_id', '=', 'd0').execute();
      const meanwhile = await publisher.publish('changes');
      expect(meanwhile?.changed).toContain('/all');
      expect(meanwhile?.left).toBeGreaterThan(1_000);
      const progress = vi.fn<(done: number, total: number) => void>();
      expect((await publisher.publish('waiting', progress))?.left).toBe(0);
      expect(progress.mock.lastCall?.[0]).toBeGreaterThan(0);
      expect(progress.mock.lastCall?.[0]).toBe(progress.mock.lastCall?.[1]);
      progress.mockClear();
      await db.updateTable('deals').set({ price_cents: 5679 }).where('source_id', '=', 'd0').execute();
      expect((await publisher.publish('changes', progress))?.changed).toContain('/all');
      expect(progress).not.toHaveBeenCalled();

      // Who waits for everything holds up nobody else.
      await db.updateTable('deals').set({ price_cents: 5680 }).where('source_id', '=', 'd0').execute();
      const settled: string[] = [];
      const outcomes = (['everything', 'changes'] as const).map(async (what) => {
        const outcome = await publisher.publish(what);
        settled.push(what);
        return outcome?.changed;
      });
      for (const changed of await Promise.all(outcomes)) expect(changed).toContain('/all');
      expect(settled).toEqual(['changes', 'everything']);

      await rm(join(release, 'drafts'), { recursive: true, force: true });
      await writeFile(join(release, 'drafts'), 'in the way');
      await db.updateTable('deals').set({ price_cents: 1234 }).execute();
      expect((await publisher.publish('changes'))?.failed.length).toBeGreaterThan(DEALS);
      const told = () => troubles.filter((line) => line.includes('old pages'));
      await expect.poll(told, SOON).not.toEqual([]);
      expect(told()[0]).toMatch(/^\S+ and \d+ more keep their old pages: ENOTDIR: /);
    },
  );

  test('ends cleanly when it is stopped before it has opened', { timeout: BUILD }, async () => {
    const { publisher, troubles } = await startWithout();
    const asked = publisher.publish('changes');
    await publisher.stop();
    await expect(publisher.opened).rejects.toThrow('the site was stopped');
    expect(await asked).toBeUndefined();
    expect(await publisher.publish('changes')).toBeUndefined();
    expect(troubles).toHaveLength(1);
  });
});

describe('bundling in a process of its own', () => {
  test.each([
    ['is killed', `console.log('begun'); process.kill(process.pid, 'SIGKILL')`, 'SIGKILL'],
    ['fails', `console.log('begun'); process.exit(3)`, 'exit code 3'],
  ])('that %s says so', async (_how, program, reason) => {
    const said: string[] = [];
    await expect(runChildProcess(['-e', program], (line) => said.push(line))).rejects.toThrow(`the code could not be bundled (${reason})`);
    expect(said).toEqual(['begun']);
  });
});
