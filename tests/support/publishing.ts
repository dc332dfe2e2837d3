import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeAll } from 'vitest';
import { openPublisherBundle, type PublisherBundle } from '../../src/features/publishing/bundle.server.ts';
import { ensureBundle } from '../../src/features/publishing/make-bundle.server.ts';
import { PageLog } from '../../src/features/publishing/page-log.ts';
import { Publisher } from '../../src/features/publishing/publisher.server.ts';
import type { Swap } from '../../src/features/publishing/swap.ts';
import { readConfig } from '../../src/server/config.ts';
import { makeContext, type Context } from '../../src/server/context.ts';
import type { Db } from '../../src/server/db/database.ts';
import type { OnDemand } from '../../src/server/http/handle.ts';
import { SITE, type PageFile } from '../../src/features/publishing/page-files.ts';

/** A fixed time, so that pages that are made twice are identical. */
const NOW = new Date('2026-06-01T12:00:00Z');

export const frozenContext = (db: Db): Context =>
  makeContext({ config: readConfig({ SITE_URL: 'http://localhost:4321' }), db, clock: () => NOW });

/** A release that a test publishes into. */
export interface TestRelease {
  folder: string;
  log: PageLog;
  publisher: Publisher;
  /** What each address answers, as a site would have been told. */
  shown: Map<string, PageFile>;
  failures: [target: string, message: string][];
  /** Returns the addresses that changed since the last call. */
  takeChanged(): string[];
  /** Publishes everything that is due, what waits to be gathered too. */
  settle(): Promise<void>;
}

/** What an address answers, read from the disk; undefined when nothing is published there. */
export function answerOf({ folder, shown }: TestRelease, address: string): Buffer | undefined {
  const file = shown.get(address);
  return file && readFileSync(join(folder, SITE, file.file));
}

/** Addresses that do not answer the same, and files on the disk that are not the same, byte for byte. */
export function differing(one: TestRelease, other: TestRelease): string[] {
  const addresses = new Set([...one.shown.keys(), ...other.shown.keys()]);
  const files = new Set([...filesOf(one), ...filesOf(other)]);
  return [
    ...[...addresses].filter((address) => one.shown.get(address)?.digest !== other.shown.get(address)?.digest),
    ...[...files].filter((file) => contentOf(one, file) !== contentOf(other, file)),
  ].toSorted();
}

const filesOf = ({ folder }: TestRelease) =>
  globSync('**', { cwd: join(folder, SITE), withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [relative(join(folder, SITE), join(entry.parentPath, entry.name))] : [],
  );

function contentOf({ folder }: TestRelease, file: string): string | undefined {
  const path = join(folder, SITE, file);
  return existsSync(path) ? readFileSync(path, 'latin1') : undefined;
}

let opened: Promise<PublisherBundle> | undefined;

/** Lets a test file publish with the real pages. What a test opens is removed after it. */
export function usePublishing(): {
  open(context: Context, folder?: string, through?: (handler: OnDemand) => OnDemand): Promise<TestRelease>;
} {
  const folders = new Set<string>();
  let bundle: PublisherBundle;
  beforeAll(async () => {
    bundle = await (opened ??= ensureBundle(() => undefined).then(openPublisherBundle));
  }, 120_000);
  afterEach(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
    folders.clear();
  });
  return {
    async open(context, folder, through = (same) => same) {
      folder ??= await mkdtemp(join(tmpdir(), 'magpie-release-'));
      folders.add(folder);
      const log = new PageLog(folder);
      const shown = new Map<string, PageFile>();
      const failures: TestRelease['failures'] = [];
      const changed: string[] = [];
      const put = (swap: Swap) => {
        for (const [address, file] of swap) {
          if (file) shown.set(address, file);
          else shown.delete(address);
        }
      };
      const publisher = new Publisher({
        context,
        bundle: { ...bundle, handler: through(bundle.handler) },
        release: folder,
        log,
        onSwap(swap) {
          put(swap);
          for (const [address] of swap) changed.push(address);
        },
        onFailure: (target, error) => failures.push([target, error instanceof Error ? error.message : String(error)]),
      });
      put(await publisher.open());
      return {
        folder,
        log,
        publisher,
        shown,
        failures,
        takeChanged: () => changed.splice(0),
        async settle() {
          publisher.notify();
          do {
            publisher.flush();
            await publisher.step();
          } while ([...log.due].some((name) => !failures.some(([target]) => target === name)));
        },
      };
    },
  };
}
