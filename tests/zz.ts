import { openDatabase } from '../src/server/db/connect.ts';
import { readConfig } from '../src/server/config.ts';
import { bundleOf, codeDigest, openBundle } from '../src/features/publishing/bundle.server.ts';
import { compose } from '../src/features/publishing/compose.server.ts';
import { allPlaces } from '../src/features/publishing/all-places.server.ts';
import { loadShell } from '../src/features/shell/shell.server.ts';
import { writePage } from '../src/features/publishing/page-files.ts';
const config = readConfig({ DATA_DIR: '/tmp/ds' });
const { db, close } = await openDatabase(config);
const context = { config, db, clock: () => new Date() };
const handler = await openBundle((await bundleOf(await codeDigest()))!);
const shell = await loadShell(context);
const places = (await allPlaces(context)).filter((p) => p.kind === process.argv[2]).slice(0, Number(process.argv[3] ?? 200));
const w = { context, handler, shell, shellDigest: 'x' };
for (let round = 0; round < 2; round++) {
  let t = performance.now(); const cpu = process.cpuUsage();
  const drafts = [];
  for (const p of places) drafts.push(...await compose(w, p));
  console.log('compose', ((performance.now() - t) / places.length).toFixed(2), 'ms/place', drafts.length);
  t = performance.now();
  const made = [];
  for (const d of drafts) made.push(await d.make());
  console.log('make', ((performance.now() - t) / drafts.length).toFixed(2), 'ms/draft');
  t = performance.now();
  for (const [i, d] of drafts.entries()) await writePage('/tmp/zzrel', made[i]!, d);
  console.log('write', ((performance.now() - t) / drafts.length).toFixed(2), 'ms/draft', process.cpuUsage(cpu));
}
await close(); process.exit(0);
