import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { administer, databaseAt, findServer } from '../support/postgres.ts';
import { newDataDir, removeSite, siteEnvironment } from '../support/site.ts';
import { writeCatalogue } from './catalogue.ts';
import { measuredRun, toMib, toTenths } from './measured-run.ts';
import { leftOut } from './program.ts';
import type { Table } from './table.ts';

const COMMAND = 'src/cli/site.ts';

/** How often the catalogue is given to the command, on one database. */
const TIMES: [what: string, ...args: string[]][] = [['dry run', '--dry-run'], ['new'], ['the same again']];

/** How long `npm run site -- import` takes for a source that the database does not know, on both databases. */
export async function benchImport(deals: number): Promise<Table> {
  const folder = await mkdtemp(join(tmpdir(), 'magpie-bench-'));
  const name = `magpie_bench_${randomBytes(4).toString('hex')}`;
  const server = await findServer([]);
  try {
    const file = await writeDeals(join(folder, 'deals.jsonl'), deals);
    const rows = await benchOn('embedded', {}, file, deals);
    if (server) {
      await administer(server.url, `create database ${name}`);
      rows.push(...(await benchOn(server.about.replace(/ (of|at) .*/, ''), { DATABASE_URL: databaseAt(server.url, name) }, file, deals)));
    }
    const notes = server ? [] : [leftOut('PostgreSQL', 'there is no server')];
    return { title: `Import of ${deals} deals with what they name, without comments`, rows, notes };
  } finally {
    if (server) await administer(server.url, `drop database if exists ${name} with (force)`);
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchOn(database: string, settings: Record<string, string>, file: string, deals: number): Promise<Table['rows']> {
  const dataDir = await newDataDir();
  const env = siteEnvironment({ ...settings, DATA_DIR: dataDir });
  try {
    const rows: Table['rows'] = [];
    for (const [what, ...args] of TIMES) {
      const { seconds, peak } = await measuredRun(COMMAND, ['import', ...args, file], env);
      rows.push({ database, what, seconds: toTenths(seconds), 'deals/s': Math.round(deals / seconds), 'peak MiB': toMib(peak) });
    }
    return rows;
  } finally {
    await removeSite(dataDir);
  }
}

/** Writes a catalogue without its comments. @returns its path */
async function writeDeals(file: string, deals: number): Promise<string> {
  await writeCatalogue(file, deals);
  const lines = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, lines.filter((line) => !line.startsWith('{"type":"comment"')).join('\n'));
  return file;
}
