import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, inject, onTestFinished, test } from 'vitest';
import { onDatabase } from '../../support/databases.ts';
import { administer, databaseAt } from '../../support/postgres.ts';
import { contextOf, deal, exported, importRecords, surroundings } from '../../support/catalogue.ts';

const CONNECT = new URL('../../../src/server/db/connect.ts', import.meta.url);

onDatabase('imports at the same time', (open) => {
  test('run one after the other, so that the second finds what the first has brought', async () => {
    const context = contextOf(await open());
    const records = [...surroundings(), ...Array.from({ length: 300 }, (_, index) => deal({ sourceId: `d${index}` }))];
    const reports = await Promise.all([importRecords(context, records), importRecords(context, records), importRecords(context, records)]);
    expect(reports.map(({ added }) => added.deal).toSorted()).toEqual([0, 0, 300]);
    expect(reports.map(({ unchanged }) => unchanged.deal).toSorted()).toEqual([0, 300, 300]);
    expect(await exported(context)).toHaveLength(303);
  });
});

const server = inject('postgres');

test.skipIf(!server)('processes that migrate the same new database at once all find it migrated', async () => {
  const name = `magpie_test_${randomBytes(8).toString('hex')}`;
  await administer(server ?? '', `create database ${name}`);
  onTestFinished(() => administer(server ?? '', `drop database ${name} with (force)`));
  const script = `
    const { openDatabase } = await import(${JSON.stringify(CONNECT.href)});
    const { db, close } = await openDatabase({ databaseUrl: ${JSON.stringify(databaseAt(server ?? '', name))}, dataDir: '' });
    console.log((await db.selectFrom('deals').selectAll().execute()).length);
    await close();`;
  const processes = Array.from({ length: 3 }, async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>]);
    return { said, code };
  });
  expect(await Promise.all(processes)).toEqual(Array.from({ length: 3 }, () => ({ said: '0\n', code: 0 })));
});
