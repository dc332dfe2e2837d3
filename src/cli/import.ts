import { reportText } from './report-text.ts';
import type { CommandEvent } from './command-event.ts';
import { runCommand, FLAG, fromHere, TEXT, UsageError, type CommandLine } from './command-line.ts';
import { withDuplicatesFile } from './duplicates-file.ts';

export const importLine: CommandLine = {
  usage: 'FILE… [--dry-run] [--duplicates FILE.csv]',
  summary: 'add and change deals and what belongs to them from .jsonl or .csv files (also .gz)',
  options: { 'dry-run': FLAG, duplicates: TEXT },
  explained: {
    'dry-run': 'only say what would be added, changed and expired',
    duplicates: 'write all duplicates to a file for "merge --from"',
  },
  async run({ positionals, values }) {
    if (positionals.length === 0) throw new UsageError('import needs at least one file');
    const { duplicates } = values;
    const file = typeof duplicates === 'string' ? duplicates : undefined;
    const input = { files: positionals.map(fromHere), dryRun: values['dry-run'] ?? false, duplicates: file !== undefined };
    let code = 0;
    const run = (take: (event: CommandEvent) => Promise<void>) =>
      runCommand('import', input, async (event) => {
        await take(event);
        const { report } = event;
        if (!report) return;
        code = report.problemCount > 0 ? 1 : 0;
        (code > 0 ? console.error : console.log)(reportText(report, { duplicates: file }));
      });
    const refused = await withDuplicatesFile(file, run);
    return Math.max(code, refused);
  },
};
