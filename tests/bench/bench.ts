/**
 * `npm run bench [-- PART…] [--deals 2000,10000] [--rounds 3] [--edits 30] [--rebuilds 20] [--restarts 20]`: measures, prints tables, writes bench-results/.
 * The numbers are of deals in the catalogues, of rounds that medians are of, of edits of each kind, of rebuilds, of restarts of PostgreSQL. Part `search` takes
 * `[--only graded|beside|made|latency|page] [--worst 10] [--database postgres://…]` too (`search/search.ts`).
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { currentRelease } from '../../src/features/publishing/release.ts';
import { removeSite, type RunningSite } from '../support/site.ts';
import { benchBuild } from './build.ts';
import { benchEdit } from './edit.ts';
import { benchPages } from './page-weight.ts';
import { ROOT } from './program.ts';
import { benchPublish } from './publish.ts';
import { untilPressed } from './published.ts';
import { benchRebuilds } from './rebuilds.ts';
import { benchRestarts } from './restarts.ts';
import { benchServing } from './serving.ts';
import { benchSearch, SEARCH_PARTS } from './search/search.ts';
import { benchSignIn } from './sign-in.ts';
import { benchStart } from './start.ts';
import { tableText, type Table } from './table.ts';
import { benchThread } from './thread.ts';
import { benchVotes } from './votes.ts';

const PARTS = ['start', 'serving', 'page', 'build', 'publish', 'edit', 'rebuilds', 'sign-in', 'votes', 'thread', 'restarts', 'search'];
const DEALS_BUILT = [2_000, 10_000, 50_000];
const DEALS_REBUILT = 2_000;
const DEALS_EDITED = [2_000, 10_000, 50_000, 100_000];
const DEALS_SEARCHED = [2_000, 100_000];

const text = { type: 'string' } as const;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { deals: text, rounds: text, edits: text, rebuilds: text, restarts: text, only: text, worst: text, database: text },
});
const unknown = positionals.filter((name) => !PARTS.includes(name));
const dealCounts = values.deals?.split(',').map(Number);
const rounds = Number(values.rounds ?? 3);
const edits = Number(values.edits ?? 30);
const rebuilds = Number(values.rebuilds ?? 20);
const restarts = Number(values.restarts ?? 20);
const worst = Number(values.worst ?? 0);
const only = SEARCH_PARTS.find((part) => part === values.only);
const counts = [...(dealCounts ?? []), rounds, edits, rebuilds, restarts, worst + 1];
if (unknown.length > 0 || only !== values.only || counts.some((count) => !Number.isInteger(count) || count < 1)) {
  console.error(`npm run bench -- [${PARTS.join('|')}] [--deals ${DEALS_BUILT.join(',')}] [--rounds 3] [--edits 30] [--rebuilds 20]`);
  console.error(
    `npm run bench -- search [--deals ${DEALS_SEARCHED.join(',')}] [--only ${SEARCH_PARTS.join('|')}] [--worst 10] [--database postgres://…]`,
  );
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
    if (wants('serving') || wants('page')) await untilPressed((await currentRelease(site.dataDir))!.folder);
    if (wants('serving')) show('serving', await benchServing(site));
    if (wants('page')) show('page', await benchPages(site));
    await endSite();
  }
  if (wants('build')) show('build', await benchBuild(dealCounts ?? DEALS_BUILT));
  if (wants('publish')) show('publish', await benchPublish(dealCounts ?? DEALS_BUILT, rounds));
  if (wants('edit')) show('edit', await benchEdit(dealCounts ?? DEALS_EDITED, edits));
  if (wants('rebuilds')) show('rebuilds', await benchRebuilds(dealCounts?.[0] ?? DEALS_REBUILT, rebuilds));
  if (wants('sign-in')) show('sign-in', await benchSignIn());
  if (wants('thread')) show('thread', await benchThread());
  if (wants('votes')) show('votes', await benchVotes(rounds));
  if (wants('restarts')) show('restarts', await benchRestarts(restarts));
  if (wants('search')) {
    const found = await benchSearch({ dealCounts: dealCounts ?? DEALS_SEARCHED, only, worst, database: values.database });
    for (const table of found) show(`search: ${table.title}`, table);
  }
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

async function endSite(): Promise<void> {
  const running = site;
  site = undefined;
  if (!running) return;
  await running.stop();
  await removeSite(running.dataDir);
}

async function end(code: number): Promise<never> {
  await endSite();
  process.exit(code);
}
