/** `npm run bench [-- serving|build|page|start …] [--deals 2000,10000]`: measures, prints tables, writes bench-results/. */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { removeSite, type RunningSite } from '../support/site.ts';
import { benchBuild, DEAL_COUNTS } from './build.ts';
import { benchPages } from './page-weight.ts';
import { ROOT } from './program.ts';
import { benchServing } from './serving.ts';
import { benchStart } from './start.ts';
import { tableText, type Table } from './table.ts';

const PARTS = ['start', 'serving', 'page', 'build'];

const { positionals, values } = parseArgs({ allowPositionals: true, options: { deals: { type: 'string' } } });
const unknown = positionals.filter((name) => !PARTS.includes(name));
const dealCounts = values.deals?.split(',').map(Number) ?? DEAL_COUNTS;
if (unknown.length > 0 || dealCounts.some((count) => !Number.isInteger(count) || count < 1)) {
  console.error(`npm run bench -- [${PARTS.join('|')}] [--deals ${DEAL_COUNTS.join(',')}]`);
  process.exit(2);
}
const wants = (part: string) => positionals.length === 0 || positionals.includes(part);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(130));

const tables: Record<string, Table> = {};
let site: RunningSite | undefined;
try {
  if (wants('start') || wants('serving') || wants('page')) {
    const started = await benchStart();
    site = started.site;
    if (wants('start')) show('start', started.table);
    if (wants('serving')) show('serving', await benchServing(site));
    if (wants('page')) show('page', await benchPages(site));
  }
  if (wants('build')) show('build', await benchBuild(dealCounts));
  await keep();
  await end(0);
} catch (error) {
  console.error(error);
  await end(1);
}

function show(part: string, table: Table): void {
  tables[part] = table;
  console.log(tableText(table));
}

async function keep(): Promise<void> {
  const at = new Date().toISOString();
  const folder = join(ROOT, 'bench-results');
  const file = join(folder, `${at.replaceAll(':', '-')}.json`);
  const machine = { processors: cpus().length, model: cpus()[0]?.model, node: process.version };
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${JSON.stringify({ at, machine, ...tables }, undefined, 2)}\n`);
  console.log(`Written to ${file}`);
}

async function end(code: number): Promise<never> {
  const running = site;
  site = undefined;
  if (running) {
    await running.stop();
    await removeSite(running.dataDir);
  }
  process.exit(code);
}
