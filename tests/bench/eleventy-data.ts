/** `eleventy-data.ts ADDRESSES PAGES SHELL`: writes what Eleventy is to render: the pages' data as JSON lines, and the shell's. */
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { loadPage } from '../../src/features/rendering/load.server.ts';
import { loadShell } from '../../src/features/shell/shell.server.ts';
import { readConfig } from '../../src/server/config.ts';
import { makeContext } from '../../src/server/context.ts';
import { openDatabase } from '../../src/server/db/connect.ts';
import { allAhead, handOver, PLAIN_PAGES } from './astro/ahead.ts';

const [addresses, pages, shell] = process.argv.slice(2);
const config = readConfig(process.env);
const { db, close } = await openDatabase(config);
const context = makeContext({ config, db });
await writeFile(shell!, JSON.stringify(await loadShell(context)));
handOver({ addresses: addresses!, pages: '', onBegun: () => undefined });
const out = createWriteStream(pages!);
for (const { path, number, folder = '' } of await allAhead()) {
  const loaded = PLAIN_PAGES.includes(path) ? undefined : await loadPage(context, path, new URLSearchParams({ page: String(number) }));
  const page = loaded?.status === 200 ? loaded.page : undefined;
  if (!out.write(`${JSON.stringify({ address: path, number, folder, page })}\n`)) await once(out, 'drain');
}
out.end();
await once(out, 'finish');
await close();
