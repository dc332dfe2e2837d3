import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { append } from '../lib/append.ts';
import { Refused } from '../lib/refused.ts';
import type { RecordChange } from '../features/catalogue-files/field-changes.ts';
import type { ImportReport } from '../features/catalogue-files/import-report.ts';
import { RECORD_TYPES } from '../features/catalogue/record.ts';
import { importTemplate } from './import-template.ts';
import { readInput } from './input-file.ts';
import { reportJson, reportText } from './report-text.ts';
import { runCommand, FLAG, resolvePath, TEXT, UsageError, type CommandArguments, type CommandLine } from './command-line.ts';
import { requireDistinct } from './distinct-files.ts';
import { isJsonLines } from './json-lines.ts';
import { withDuplicatesFile } from './duplicates-file.ts';

/** Some 2,000 deals, which take about as long as loading the command's code. */
const LARGE_BYTES = 1024 * 1024;

export const importCommandLine: CommandLine = {
  usage:
    'FILE… [--source NAME] [--map FILE.json] [--create-missing] [--complete] [--yes] [--follow] [--skip-invalid] [--report FILE.csv] [--duplicates FILE.csv] [--dry-run] [--json] | --template TYPE | --undo ID [--dry-run]',
  summary: 'add and change deals, stores, offers and more from .jsonl, .csv, .xlsx or .xml files',
  options: {
    source: TEXT,
    map: TEXT,
    template: TEXT,
    'create-missing': FLAG,
    complete: FLAG,
    yes: FLAG,
    follow: FLAG,
    'skip-invalid': FLAG,
    report: TEXT,
    duplicates: TEXT,
    undo: TEXT,
    'dry-run': FLAG,
    json: FLAG,
  },
  optionHelp: {
    source: 'the source of records that name none, such as the name of a partner',
    map: 'read the columns of a partner with a JSON file (docs/import.md)',
    template: 'print a CSV template for deal, store or another type, and import nothing',
    'create-missing': 'add the missing stores, categories and brands that deals name, and list them',
    complete: 'the files list every deal of one source: expire its other deals',
    yes: 'with --complete: expire them even if they are most of its deals',
    follow: 'overwrite fields that were changed by "edit", "expire", "revive" or "schedule"',
    'skip-invalid': 'leave out deals that are not valid, and import the others; on the site they stay as they are',
    report: 'write every problem to a file, as CSV',
    duplicates: 'write all duplicates to a file for "merge --from"',
    undo: 'undo an import, by its id ("imports" lists them); what was changed since is kept and listed',
    'dry-run': 'only show what would be added, changed and expired, with the changes of each record',
    json: 'print the report of --dry-run as JSON, with all records that would change, field by field',
  },
  async run(given) {
    const { positionals, values } = given;
    if (values['template'] !== undefined) {
      if (positionals.length > 0)
        throw new UsageError('import --template prints a template and imports no file; leave out one or the other');
      return printTemplate(values['template']);
    }
    if (values['undo'] !== undefined) return undo(values['undo'], given);
    if (positionals.length === 0) throw new UsageError('import needs at least one file');
    if (values['json'] === true && values['dry-run'] !== true) throw new UsageError('import --json needs --dry-run');
    if (values['yes'] === true && values['complete'] !== true) throw new UsageError('import --yes needs --complete');
    if (values['map'] !== undefined && positionals.every(isJsonLines))
      throw new UsageError('import --map is for tables (.csv, .xlsx and the like) and .xml; JSON names its fields itself: leave --map out');
    return importFiles(given);
  },
};

async function importFiles({ positionals, values }: CommandArguments): Promise<number> {
  const files = positionals.map(resolvePath);
  await requireDistinct([
    ...files.map((path) => ({ by: 'the file to import', path })),
    ...Object.entries({ report: true, duplicates: true, map: false }).flatMap(([name, written]) => {
      const path = values[name];
      return typeof path === 'string' && path !== '-' ? [{ by: `--${name}`, path: resolvePath(path), written }] : [];
    }),
  ]);
  const duplicates = typeof values['duplicates'] === 'string' ? values['duplicates'] : undefined;
  const problems = typeof values['report'] === 'string' ? resolvePath(values['report']) : undefined;
  const input = {
    files,
    dryRun: values['dry-run'] ?? false,
    source: values['source'],
    by: userName(),
    createMissing: values['create-missing'] ?? false,
    complete: values['complete'] ?? false,
    yes: values['yes'] ?? false,
    follow: values['follow'] ?? false,
    skipInvalid: values['skip-invalid'] ?? false,
    report: problems,
    duplicates: duplicates !== undefined,
    changes: values['json'] ?? false,
    ...(typeof values['map'] === 'string' && { map: await readMap(values['map']) }),
  };
  const onCopy = input.dryRun === true && (await areLarge(files));
  let code = 0;
  const changes: RecordChange[] = [];
  const print = (report: ImportReport) => {
    code = report.problemCount > 0 ? 1 : 0;
    if (values['json'] === true) return console.log(reportJson(report, changes));
    (code > 0 ? console.error : console.log)(
      reportText(report, { fileCount: files.length, problems, duplicates, skipInvalid: input.skipInvalid === true }),
    );
  };
  const refused = await withDuplicatesFile(duplicates, (take) =>
    runCommand(
      'import',
      input,
      async (event) => {
        await take(event);
        append(changes, event.changes ?? []);
        if (event.report) print(event.report);
      },
      { onCopy },
    ),
  );
  return Math.max(code, refused);
}

function undo(wanted: unknown, { positionals, values }: CommandArguments): Promise<number> {
  const others = Object.keys(values).filter((name) => name !== 'undo' && name !== 'dry-run');
  if (positionals.length > 0 || others.length > 0) throw new UsageError('import --undo takes only an id and --dry-run');
  if (typeof wanted !== 'string' || !/^[1-9]\d{0,8}$/.test(wanted)) {
    throw new UsageError('import --undo needs the id of an import, such as 3; "imports" lists them');
  }
  const dryRun = values['dry-run'] === true;
  // How many deals it is about is not known yet.
  return runCommand('undo-import', { id: Number(wanted), dryRun }, undefined, { onCopy: dryRun });
}

/** Whether trying files takes longer than copying a database does. What cannot be read is reported by the import. */
async function areLarge(files: string[]): Promise<boolean> {
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0) >= LARGE_BYTES;
}

/** The name of whoever gives the command; some containers know none. */
function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

async function readMap(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readInput(file));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`--map: ${file} is not valid JSON: ${error.message}`);
    if (error instanceof Refused) throw new UsageError(`--map: ${error.message}`);
    throw error;
  }
}

function printTemplate(wanted: unknown): number {
  const type = RECORD_TYPES.find((one) => one === wanted);
  if (!type) throw new UsageError(`--template must be one of ${RECORD_TYPES.join(', ')}`);
  process.stdout.write(importTemplate(type));
  return 0;
}
