import { glob, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBundle } from '../../src/features/publishing/make-bundle.server.ts';
import { currentRelease } from '../../src/features/publishing/shown-release.ts';
import { installEleventy, prepareEleventy } from './eleventy.ts';
import type { Imported, WithCatalogue } from './imported.ts';
import { measuredRun, toMib, toTenths, type Run } from './measured-run.ts';
import { leftOut, ROOT, runNode } from './program.ts';
import { pagesAmong, payloadsAmong, publishedIn } from './published.ts';
import { median, type Table } from './table.ts';

/** One of those that make the same pages from the same catalogue. */
interface Maker {
  name: string;
  /** Makes all pages and payloads and says how; what it makes is gone after it. */
  make(): Promise<Made>;
}

interface Made extends Run {
  /** Files that addresses answer: pages and payloads. */
  outputs: number;
  /** Bytes of them, uncompressed. */
  bytes: number;
  /** Bytes of all files of the release, each with its compressed forms, where it keeps such. */
  onDisk?: number;
  /** Seconds until the code was bundled, where that is a part of every run. */
  bundling: number;
  /** Seconds that compressing them took, where that is not a part of it. */
  compressing: number;
}

const MAGPIE = 'magpie';

/** A full publish beside `astro build` and Eleventy with the same pages, in turns. */
export async function benchPublish(
  withCatalogue: WithCatalogue,
  dealCounts: number[],
  rounds: number,
  withEleventy: boolean,
): Promise<Table> {
  const table: Table = { title: 'Publishing everything', rows: [], notes: [] };
  const folder = await mkdtemp(join(tmpdir(), 'magpie-bench-'));
  try {
    await ensureBundle(() => undefined);
    const eleventy = withEleventy ? await installed(join(folder, 'eleventy'), table.notes) : undefined;
    for (const deals of dealCounts)
      table.rows.push(...(await withCatalogue(deals, (imported) => compare(imported, deals, rounds, eleventy))));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  table.notes.push(
    `medians of ${rounds} rounds in turns; outputs are pages and payloads; Magpie makes RSS and sitemaps besides, the newest and hottest deals up to 100,000`,
    'Magpie (npm run build) reads the database, renders, and compresses each output with brotli 6 and gzip 6; its bundle is made before, and stays until the code changes',
    'astro build reads the same database and renders with the same components, bundles the code in every run, and does not compress',
    'Eleventy 3.1.7 gets the pages’ data as JSON, loaded from the database before, and renders HTML like ours by template literals (header, price, history, comments, cards, JSON-LD); it does not compress',
    'compressed: the time of compressing the outputs alike, in a process of its own, is added; the times beside Magpie are medians of each round’s ratios',
    'disk: bytes of all files of the release, compressed forms, RSS, sitemaps and scripts among them, to those of its pages and payloads; the goal is 1.5',
    'memory is the largest resident size of the process, the embedded database in it where there is one',
  );
  return table;
}

/** Eleventy's folder, once it is installed there. */
const installed = (folder: string, notes: string[]): Promise<string | undefined> =>
  installEleventy(folder).then(
    () => folder,
    (error: unknown) => void notes.push(leftOut('Eleventy', `it could not be installed (${String(error).split('\n')[0]})`)),
  );

async function compare(imported: Imported, deals: number, rounds: number, eleventy: string | undefined): Promise<Table['rows']> {
  const work = await mkdtemp(join(tmpdir(), 'magpie-bench-'));
  try {
    const makers = await makersOf(imported, work, eleventy);
    const made = new Map(makers.map(({ name }) => [name, [] as Made[]]));
    for (let round = 0; round < rounds; round++)
      for (const maker of round % 2 === 0 ? makers : makers.toReversed()) made.get(maker.name)!.push(await maker.make());
    const magpie = made.get(MAGPIE)!;
    return makers.map(({ name }) => ({ deals, program: name, ...figures(made.get(name)!, magpie) }));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function makersOf({ dataDir, env }: Imported, work: string, eleventy: string | undefined): Promise<Maker[]> {
  const publishDir = join(dataDir, 'public');
  const magpie: Maker = {
    name: MAGPIE,
    async make() {
      const run = await measuredRun('src/features/publishing/build.ts', [], env);
      const { folder } = (await currentRelease(publishDir))!;
      const published = publishedIn(folder);
      const outputs = new Set([...pagesAmong(published), ...payloadsAmong(published)]);
      const bytes = published.reduce((sum, [address, { sizes }]) => sum + (outputs.has(address) ? sizes.identity : 0), 0);
      return { ...run, outputs: outputs.size, bytes, onDisk: await bytesOf(folder), bundling: 0, compressing: 0 };
    },
  };
  // The first is not counted, and others are given the addresses that it makes.
  if (!(await currentRelease(publishDir))) await magpie.make();
  const addresses = join(work, 'addresses.json');
  await writeFile(addresses, JSON.stringify(pagesAmong(publishedIn((await currentRelease(publishDir))!.folder))));

  // Below the project, where a bundle finds its packages.
  const astroOut = join(ROOT, 'dist', `bench-${process.pid}`);
  const astro: Maker = {
    name: 'astro build',
    make: () =>
      into(astroOut, async () => {
        const run = await measuredRun('tests/bench/astro/build.ts', [astroOut, addresses], { ...env, NODE_ENV: 'production' });
        return { ...run, bundling: Number(run.output.trim().split('\n').at(-1)) };
      }),
  };
  if (!eleventy) return [magpie, astro];
  const { build } = await prepareEleventy(eleventy, addresses, env);
  const eleventyOut = join(work, 'eleventy');
  return [magpie, astro, { name: 'Eleventy', make: () => into(eleventyOut, async () => ({ ...(await build(eleventyOut)), bundling: 0 })) }];
}

async function bytesOf(folder: string): Promise<number> {
  let bytes = 0;
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}

/** Has `make` fill a folder, counts and compresses what is in it, and removes it. */
async function into(out: string, make: () => Promise<Run & { bundling: number }>): Promise<Made> {
  await mkdir(out, { recursive: true });
  try {
    const run = await make();
    let [outputs, bytes] = [0, 0];
    for await (const file of glob('**/{index.html,_payload.json}', { cwd: out })) {
      outputs++;
      bytes += (await stat(join(out, file))).size;
    }
    const began = performance.now();
    await runNode('tests/bench/compress-folder.ts', [out], process.env);
    return { ...run, outputs, bytes, compressing: (performance.now() - began) / 1000 };
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

function figures(made: Made[], magpie: Made[]): Table['rows'][number] {
  const rates = (of: Made[], seconds: (one: Made) => number) => of.map((one) => one.outputs / seconds(one));
  const whole = ({ seconds }: Made) => seconds;
  const unbundled = ({ seconds, bundling }: Made) => seconds - bundling;
  const compressed = ({ seconds, compressing }: Made) => seconds + compressing;
  const times = (seconds: (one: Made) => number) =>
    median(rates(magpie, whole).map((rate, index) => rate / rates(made, seconds)[index]!)).toFixed(2);
  return {
    outputs: made[0]!.outputs,
    MiB: toMib(made[0]!.bytes),
    ...(made[0]!.onDisk !== undefined && { 'disk ×': (made[0]!.onDisk / made[0]!.bytes).toFixed(2) }),
    s: toTenths(median(made.map(whole))),
    'outputs/s': Math.round(median(rates(made, whole))),
    'Magpie is ×': times(whole),
    'bundling s': toTenths(median(made.map(({ bundling }) => bundling))),
    'outputs/s after it': Math.round(median(rates(made, unbundled))),
    'outputs/s compressed': Math.round(median(rates(made, compressed))),
    'Magpie is × there': times(compressed),
    'peak MiB': toMib(median(made.map(({ peak }) => peak))),
  };
}
