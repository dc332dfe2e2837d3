import { reportText } from './report-text.ts';
import { runCommand, FLAG, fromHere, TEXT, UsageError, type CommandLine } from './command-line.ts';

export const importLine: CommandLine = {
  usage: 'FILE… [--source NAME] [--create-missing] [--report FILE.csv] [--dry-run]',
  summary: 'add and change deals and what belongs to them from .jsonl or .csv files (also .gz)',
  options: { source: TEXT, 'create-missing': FLAG, report: TEXT, 'dry-run': FLAG },
  explained: {
    source: 'whose the records are that name no source, such as the name of a partner',
    'create-missing': 'make the stores, categories and brands that deals name and that are nowhere, and list them',
    report: 'write every problem to a file, as CSV',
    'dry-run': 'only say what would be added, changed and expired',
  },
  async run({ positionals, values }) {
    if (positionals.length === 0) throw new UsageError('import needs at least one file');
    const reportFile = typeof values['report'] === 'string' ? fromHere(values['report']) : undefined;
    const input = {
      files: positionals.map(fromHere),
      dryRun: values['dry-run'] ?? false,
      source: values['source'],
      createMissing: values['create-missing'] ?? false,
      report: reportFile,
    };
    let code = 0;
    const refused = await runCommand('import', input, ({ report }) => {
      if (!report) return;
      code = report.problemCount > 0 ? 1 : 0;
      (code > 0 ? console.error : console.log)(reportText(report, reportFile));
    });
    return Math.max(code, refused);
  },
};
