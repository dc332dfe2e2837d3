/**
 * `npm run bench [-- PART…] [--smoke] [--deals 2000,10000] [--rounds 3] [--edits 30] [--rebuilds 20] [--restarts 20] [--alerts 1000000]
 * [--delivered 10]`: measures, prints tables, writes bench-results/. The numbers are of deals in the catalogues, of rounds that medians are
 * of, of edits of each kind, of rebuilds, of restarts of PostgreSQL, of deal alerts, of deals whose alerts are handed over. `--smoke` is the
 * short form that CI runs: each part on a small site, once; it fails when a part does or has no figures. Part `search` takes
 * `[--only graded|beside|made|latency|page] [--worst 10] [--database postgres://…]` too (`search/search.ts`), part `feed` `[--visitors 3]`.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { removeSite, type RunningSite } from '../support/site.ts';
import { makeTemporaryRoot } from '../support/temporary-root.ts';
import { endBenchSite, startBenchSite } from './bench-site.ts';
import { benchAlerts } from './alerts.ts';
import { benchBuild } from './build.ts';
import { benchDuplicates } from './duplicates/duplicates.ts';
import { benchEdit } from './edit.ts';
import { benchFeed } from './feed.ts';
import { benchImport } from './import.ts';
import { importCatalogue, type Imported } from './imported.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchPages } from './page-weight.ts';
import { toTenths } from './measured-run.ts';
import { compileQuickly, ROOT } from './program.ts';
import { benchPublish } from './publish.ts';
import { benchRebuilds } from './rebuilds.ts';
import { benchRestarts } from './restarts.ts';
import { benchServing } from './serving.ts';
import { benchSearch, SEARCH_PARTS } from './search/search.ts';
import { benchSignIn } from './sign-in.ts';
import { FULL, SMOKE, type Sizes } from './sizes.ts';
import { benchStart } from './start.ts';
import { tableText, withoutFigures, type Table } from './table.ts';
import { benchThread } from './thread.ts';
import { benchVotes } from './votes.ts';

const PARTS = [
  'import',
  'feed',
  'start',
  'serving',
  'page',
  'lighthouse',
  'build',
  'publish',
  'edit',
  'rebuilds',
  'sign-in',
  'votes',
  'thread',
  'restarts',
  'search',
  'alerts',
  'duplicates',
];

const text = { type: 'string' } as const;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ smoke: { type: 'boolean', default: false }, deals: text, rounds: text, edits: text, rebuilds: text, restarts: text },
    ...{ alerts: text, delivered: text, visitors: text },
    ...{ only: text, worst: text, database: text },
  },
});
const unknown = positionals.filter((name) => !PARTS.includes(name));
const usual = values.smoke ? SMOKE : FULL;
const deals = values.deals?.split(',').map(Number);
const size: Sizes = {
  ...usual,
  ...(deals && { built: deals, imported: deals[0]!, fed: deals[0]!, edited: deals, rebuilt: deals[0]!, searched: deals }),
  rounds: Number(values.rounds ?? usual.rounds),
  edits: Number(values.edits ?? usual.edits),
  rebuilds: Number(values.rebuilds ?? usual.rebuilds),
  restarts: Number(values.restarts ?? usual.restarts),
  alerts: {
    ...usual.alerts,
    alerts: Number(values.alerts ?? usual.alerts.alerts),
    delivered: Number(values.delivered ?? usual.alerts.delivered),
  },
};
const worst = Number(values.worst ?? 0);
const only = SEARCH_PARTS.find((part) => part === values.only);
const { alerts, delivered } = size.alerts;
const counts = [...(deals ?? []), size.rounds, size.edits, size.rebuilds, size.restarts, alerts, delivered, worst + 1];
if (unknown.length > 0 || only !== values.only || counts.some((count) => !Number.isInteger(count) || count < 1)) {
  console.error(
    `npm run bench -- [${PARTS.join('|')}] [--smoke] [--deals ${FULL.built.join(',')}] [--rounds 3] [--edits 30] [--rebuilds 20]`,
  );
  console.error(
    `npm run bench -- search [--deals ${FULL.searched.join(',')}] [--only ${SEARCH_PARTS.join('|')}] [--worst 10] [--database postgres://…]`,
  );
  process.exit(2);
}
const wants = (part: string) => positionals.length === 0 || positionals.includes(part);
// It comes from the registry each time, which the short form does not wait for.
const wantsLighthouse = wants('lighthouse') && (!values.smoke || positionals.includes('lighthouse'));
// Only the short form, whose figures say nothing, does without the disk.
const temporary = values.smoke ? await makeTemporaryRoot() : undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(130));

const tables: Record<string, Table> = {};
const empty: string[] = [];
let site: RunningSite | undefined;
let folder: Imported | undefined;
if (values.smoke) compileQuickly();
try {
  // Figures need the machine for themselves. The short form's say nothing, so that both processors may work.
  if (values.smoke) await Promise.all([benchUsualSite(), benchOwnSites()]);
  else {
    await benchUsualSite();
    await benchOwnSites();
  }
  await keep();
  if (empty.length > 0) console.error(`Without figures: ${empty.join(', ')}`);
  await end(values.smoke && empty.length > 0 ? 1 : 0);
} catch (error) {
  console.error(error);
  await end(1);
}

/** The parts that look at a site. */
async function benchUsualSite(): Promise<void> {
  if (wants('start') || wants('serving') || wants('page') || wantsLighthouse) {
    const began = performance.now();
    const started = await benchStart(size.site);
    ({ site } = started);
    const running = site;
    await part('start', async () => started.table, began);
    await part('serving', () => benchServing(running, size.serving));
    await part('page', () => benchPages(running, size.visits));
    if (wantsLighthouse) await part('lighthouse', () => benchLighthouse(running));
    if (!values.smoke) await endSite();
  }
  await part('edit', () => benchEdit(onSite, size.edited, size.edits, size.editPauseMs));
  await part('sign-in', () => onSite(size.site, (running) => benchSignIn(running, size.tries)));
  await part('thread', () => onSite(size.site, (running) => benchThread(running, size.thread)));
  await part('votes', () => onSite(size.site, (running) => benchVotes(running, size)));
  await part('search', () => benchSearch({ size, onSite, only, worst, database: values.database }));
  await part('rebuilds', () => benchRebuilds(onSite, size.rebuilt, size.rebuilds, size.rebuilding));
  // One that has nothing to do compresses its pages better, beside what is measured next.
  await endSite();
}

/** The parts that have databases and sites of their own. */
async function benchOwnSites(): Promise<void> {
  await part('import', () => benchImport(size.imported));
  await part('feed', () => benchFeed(size, Number(values.visitors ?? 3)));
  await part('alerts', () => benchAlerts(size.alerts));
  await part('duplicates', async () => benchDuplicates());
  await part('build', () => benchBuild(withCatalogue, size.built));
  await part('publish', () => benchPublish(withCatalogue, size.built, size.rounds, size.eleventy));
  await part('restarts', () => benchRestarts(size.restarts, size.activeMembers));
}

/** Measures a part that is wanted, and shows its tables. */
async function part(name: string, measure: () => Promise<Table | Table[]>, began = performance.now()): Promise<void> {
  if (!wants(name)) return;
  for (const table of [await measure()].flat()) {
    const shownAs = name === 'search' ? `search: ${table.title}` : name;
    tables[shownAs] = table;
    if (withoutFigures(table)) empty.push(shownAs);
    console.log(tableText(table));
  }
  if (values.smoke) console.log(`  ${name}: ${toTenths((performance.now() - began) / 1_000)} s`);
}

/** A site of its own for each part, but in the short form the same for all. */
async function onSite<T>(deals: number | undefined, work: (site: RunningSite) => Promise<T>): Promise<T> {
  site ??= await startBenchSite(deals);
  const done = await work(site);
  if (!values.smoke) await endSite();
  return done;
}

/** A data folder of its own for each part and each number of deals, but in the short form the same for all. */
async function withCatalogue<T>(deals: number, work: (imported: Imported) => Promise<T>): Promise<T> {
  folder ??= await importCatalogue(deals);
  const done = await work(folder);
  if (!values.smoke) await removeFolder();
  return done;
}

async function keep(): Promise<void> {
  if (values.smoke) return;
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
  if (running) await endBenchSite(running);
}

async function removeFolder(): Promise<void> {
  const used = folder;
  folder = undefined;
  if (used) await removeSite(used.dataDir);
}

async function end(code: number): Promise<never> {
  await endSite();
  await removeFolder();
  if (temporary) await rm(temporary, { recursive: true, force: true });
  process.exit(code);
}
