/** Makes pages of a release in a thread of its own, beside other such threads. */
import { parentPort, workerData } from 'node:worker_threads';
import { makeContext } from '../../server/context.ts';
import { joinDatabase } from '../../server/db/connect.ts';
import { required } from '../../lib/required.ts';
import type { Shell } from '../shell/shell.server.ts';
import { openPublisherBundle } from './bundle.server.ts';
import { makePages } from './make-pages.server.ts';
import type { PageFile } from './page-files.ts';
import type { PublishedFiles } from './page-log.ts';
import type { PublisherInput } from './publisher-worker.ts';

/** Targets whose pages are to be made. */
export interface PageMakerTask {
  id: number;
  /** By the targets' names: what is published of each. */
  published: (readonly [name: string, files: PublishedFiles])[];
  shell: Shell;
  shellDigest: string;
}

/** The result of a task. */
export interface PageMakerOutcome {
  id: number;
  made: Map<string, PublishedFiles>;
  failed: Map<string, unknown>;
  /** Pages that were written. */
  pages: [address: string, page: PageFile][];
}

// eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- what a thread is started with is untyped
const { config, release, bundle, database } = workerData as PublisherInput;
const port = required(parentPort, 'the port to the thread that started this one');
const { db } = joinDatabase(config, database);
const context = makeContext({ config, db });
const { handler, textSitemap, worker } = await openPublisherBundle(bundle);

port.on('message', async ({ id, published, shell, shellDigest }: PageMakerTask) => {
  const pages: PageMakerOutcome['pages'] = [];
  const { made, failed } = await makePages(
    { context, handler, textSitemap, worker, shell, shellDigest },
    published.map(([name]) => name),
    { release, log: { targets: new Map(published) }, onPage: (address, page) => pages.push([address, page]) },
  );
  port.postMessage({ id, made, failed, pages } satisfies PageMakerOutcome);
});
