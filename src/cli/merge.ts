import { readMerges } from '../features/editing/read-merges.ts';
import { FLAG, runCommand, TEXT, UsageError, type CommandLine } from './command-line.ts';
import { readInput } from './input-file.ts';

export const mergeCommandLine: CommandLine = {
  usage: 'DUPLICATE INTO | --from FILE.csv [--dry-run]',
  summary: 'merge a deal into another: comments and votes move, and its address redirects there',
  details: [
    'A file has one line per pair under "duplicate,into", as "import --duplicates" writes it. If a line is wrong, nothing is merged.',
  ],
  options: { from: TEXT, 'dry-run': FLAG },
  optionHelp: { from: 'merge every pair in a file; - is standard input', 'dry-run': 'only show what would be merged' },
  async run({ positionals, values }) {
    const dryRun = values['dry-run'] === true;
    const { from } = values;
    if (typeof from === 'string') {
      if (positionals.length > 0) throw new UsageError('merge takes two deals or --from FILE, not both');
      return mergeFile(from, dryRun);
    }
    const [duplicate, into] = positionals;
    if (duplicate === undefined || into === undefined || positionals.length > 2) {
      throw new UsageError('merge needs two deals, first the one to remove, then the one to keep; or --from FILE');
    }
    return runCommand('merge', { duplicate, into, dryRun });
  },
};

/** Spreadsheets may save the file in another encoding; ids and addresses are ASCII. */
async function mergeFile(file: string, dryRun: boolean): Promise<number> {
  const rows = readMerges(await readInput(file, { isLegacy: true }));
  if (rows.length > 0) return runCommand('merge', { rows, dryRun });
  console.log('The file lists no duplicates: nothing was merged.');
  return 0;
}
