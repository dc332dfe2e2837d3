import { reportText } from './report-text.ts';
import { runCommand, FLAG, fromHere, UsageError, type CommandLine } from './command-line.ts';

export const importLine: CommandLine = {
  usage: 'FILE… [--dry-run]',
  summary: 'add and change deals and what belongs to them from .jsonl or .csv files (also .gz)',
  options: { 'dry-run': FLAG },
  explained: { 'dry-run': 'only say what would be added, changed and expired' },
  async run({ positionals, values }) {
    if (positionals.length === 0) throw new UsageError('import needs at least one file');
    const input = { files: positionals.map(fromHere), dryRun: values['dry-run'] ?? false };
    let code = 0;
    const refused = await runCommand('import', input, ({ report }) => {
      if (!report) return;
      code = report.problemCount > 0 ? 1 : 0;
      (code > 0 ? console.error : console.log)(reportText(report));
    });
    return Math.max(code, refused);
  },
};
