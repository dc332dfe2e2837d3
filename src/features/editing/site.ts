import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig, type Config } from '../../server/config.ts';
import { askRunningSite } from '../../server/control.ts';
import { openDatabase } from '../../server/db/connect.ts';
import { FolderTaken, takeLock } from '../../server/lock.ts';
import { siteCommands, type CommandEvent } from './commands.ts';
import { exportTarget } from './export-target.ts';
import { showProgress } from './progress.ts';
import { reportText, statusText } from './report-text.ts';

/** `npm run site -- COMMAND`: the editors' command line. Exit codes: 0 done, 1 refused or bad data, 2 wrong usage. */

const HELP = `npm run site -- COMMAND

  import FILE…            add and change deals and what belongs to them from .jsonl or .csv files (also .gz)
    --dry-run             only say what would be added, changed and expired
  export [FILE]           write everything as import reads it; without FILE to the standard output
    --source NAME         only members, deals, comments and offers of this source
  status                  say whether the site runs and what is on it
  help                    show this

The site may be running or not; DATA_DIR and DATABASE_URL are those of the site.`;

class UsageError extends Error {}

interface Given {
  positionals: string[];
  values: { 'dry-run'?: boolean | undefined; source?: string | undefined };
}

const ACTIONS: Record<string, (config: Config, given: Given) => Promise<number>> = {
  import: runImport,
  export: runExport,
  status: runStatus,
  help: async () => {
    console.log(HELP);
    return 0;
  },
};

/** Where npm was called: it runs scripts in the project's folder, and files are named from where the editor stands. */
const CALLED_FROM = process.env['INIT_CWD'] ?? process.cwd();
const fromHere = (path: string) => (isAbsolute(path) ? path : resolve(CALLED_FROM, path));

async function runImport(config: Config, { positionals, values }: Given): Promise<number> {
  if (positionals.length === 0) throw new UsageError('import needs at least one file');
  const input = { files: positionals.map(fromHere), dryRun: values['dry-run'] ?? false };
  const progress = showProgress();
  let code = 0;
  try {
    await carryOut(config, 'import', input, ({ progress: reached, report }) => {
      if (reached) progress.show(reached);
      if (!report) return;
      progress.stop();
      code = report.problemCount > 0 ? 1 : 0;
      (code > 0 ? console.error : console.log)(reportText(report));
    });
  } finally {
    progress.stop();
  }
  return code;
}

async function runExport(config: Config, { positionals, values }: Given): Promise<number> {
  if (positionals.length > 1) throw new UsageError('export writes one file');
  const target = exportTarget(positionals[0] && fromHere(positionals[0]));
  try {
    await carryOut(config, 'export', { source: values.source }, (event) => target.write(event.lines ?? []));
    await target.finish();
  } catch (error) {
    await target.discard();
    throw error;
  }
  return 0;
}

async function runStatus(config: Config): Promise<number> {
  await carryOut(config, 'status', {}, (event, running) => {
    if (event.status) console.log(statusText(event.status, running));
  });
  return 0;
}

type OnEvent = (event: CommandEvent, running: boolean) => void | Promise<void>;

/** Has the running site do it; without one, does it here, with the data folder locked. */
async function carryOut(config: Config, command: 'import' | 'export' | 'status', input: object, onEvent: OnEvent): Promise<void> {
  if (await askRunningSite(config.dataDir, command, input, (event) => onEvent(event, true))) return;
  const release = takeLock(config.dataDir, { url: `npm run site -- ${command}` });
  try {
    const { db, close } = await openDatabase(config);
    try {
      const context = { config, db, clock: () => new Date() };
      await siteCommands(context)[command](input, async (event) => onEvent(event, false));
    } finally {
      await close();
    }
  } finally {
    release();
  }
}

function readArguments(args: string[]): Given & { action: string } {
  try {
    const options = { 'dry-run': { type: 'boolean' }, source: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const action = values.help ? 'help' : (positionals[0] ?? 'help');
    if (values['dry-run'] && action !== 'import') throw new UsageError('--dry-run goes with import');
    if (values.source !== undefined && action !== 'export') throw new UsageError('--source goes with export');
    return { action, positionals: positionals.slice(1), values };
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

async function main(args: string[]): Promise<number> {
  try {
    const { action, ...given } = readArguments(args);
    const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (!run) throw new UsageError(`there is no command "${action}"`);
    return await run(readConfig(process.env), given);
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${HELP}`);
      return 2;
    }
    // Whoever read the output has read enough.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return 0;
    const expected = error instanceof FolderTaken || error instanceof ConfigError;
    console.error(expected ? error.message : `It did not work: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
