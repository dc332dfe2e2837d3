import { FLAG, runCommand, UsageError, type CommandLine } from './command-line.ts';
import { readInput } from './input-file.ts';

export const abTestsCommandLine: CommandLine = {
  usage: '[FILE | -] [--dry-run]',
  summary: 'print the running A/B tests, or replace them with those in a file',
  details: [
    'FILE is JSON: [{"name": "card-size", "variants": [{"name": "Control", "weight": 1}, {"name": "Large", "weight": 1}]}]; [] ends all tests.',
    'Variants whose names begin with "Control" are the baseline; "report" shows the results.',
  ],
  options: { 'dry-run': FLAG },
  optionHelp: { 'dry-run': 'only check the file' },
  async run({ positionals: [file, ...more], values }) {
    const dryRun = values['dry-run'] === true;
    if (more.length > 0 || (dryRun && file === undefined)) throw new UsageError('ab-tests takes a file, or -, or nothing');
    if (file === undefined) return runCommand('ab-tests', {});
    return runCommand('ab-tests', { tests: await readInput(file), dryRun });
  },
};
