import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import type { Command } from '../../server/control.ts';
import { exportCatalogue } from './export.server.ts';
import { importFiles, type ImportProgress } from './import.server.ts';
import type { ImportReport } from './report.ts';
import { countCatalogue, type CatalogueCounts } from './status-counts.server.ts';

/** What commands send while they work; each event has one of these. */
export interface CommandEvent {
  progress?: ImportProgress;
  report?: ImportReport;
  lines?: string[];
  status?: SiteStatus;
}

export interface SiteStatus extends CatalogueCounts {
  pid: number;
  siteUrl: string;
  dataDir: string;
  database: 'embedded' | 'server';
}

const importInput = z.strictObject({ files: z.array(z.string()).min(1), dryRun: z.boolean() });
const exportInput = z.strictObject({ source: z.string().optional() });

/**
 * The editors' commands by name, for the running site's socket or for a process of their own.
 * @param onChanged told after an import what it changed, so that a running site can publish it
 */
export function siteCommands(
  context: Context,
  { onChanged }: { onChanged?: () => Promise<string[] | void> } = {},
): Record<'import' | 'export' | 'status', Command> {
  return {
    /** Takes `{ files, dryRun }`, absolute paths; sends `progress`, then `report`. */
    async import(input, send) {
      const { files, dryRun } = importInput.parse(input);
      const report = await importFiles(context, files, { dryRun, onProgress: (progress) => send({ progress } satisfies CommandEvent) });
      if (report.problemCount === 0 && !dryRun) await onChanged?.();
      // Which rows changed concerns the site alone, and may be a long list.
      await send({ report: { ...report, changedThreadIds: [], changedOfferIds: [] } } satisfies CommandEvent);
    },

    /** Takes `{ source? }`; sends `lines`, some at a time. */
    async export(input, send) {
      const { source } = exportInput.parse(input);
      await spooled(
        context.config.dataDir,
        (write) => exportCatalogue(context, write, { source }),
        (lines) => send({ lines }),
      );
    },

    /** Sends `status`. */
    async status(_input, send) {
      const { config, db } = context;
      const status: SiteStatus = {
        pid: process.pid,
        siteUrl: config.siteUrl,
        dataDir: config.dataDir,
        database: config.databaseUrl ? 'server' : 'embedded',
        ...(await countCatalogue(db)),
      };
      await send({ status } satisfies CommandEvent);
    },
  };
}

const LINES_AT_ONCE = 200;

/** Lets `produce` write at its own speed into a file, then hands the lines on as slowly as whoever reads them wants. */
async function spooled(
  dataDir: string,
  produce: (write: (line: string) => Promise<void>) => Promise<void>,
  pass: (lines: string[]) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(dataDir, 'export-'));
  try {
    const path = join(folder, 'catalogue.jsonl');
    const file = createWriteStream(path);
    await produce(async (line) => {
      if (!file.write(`${line}\n`)) await once(file, 'drain');
    });
    await finished(file.end());
    let lines: string[] = [];
    for await (const line of createInterface({ input: createReadStream(path) })) {
      if (lines.push(line) < LINES_AT_ONCE) continue;
      await pass(lines);
      lines = [];
    }
    if (lines.length > 0) await pass(lines);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
