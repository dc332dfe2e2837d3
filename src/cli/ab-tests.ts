import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { FLAG, fromHere, runCommand, UsageError, type CommandLine } from './command-line.ts';

export const abTestsLine: CommandLine = {
  usage: '[FILE | -] [--dry-run]',
  summary: 'print the A/B tests that run, or put those of a file in their place',
  details: [
    'FILE is JSON: [{"name": "card-size", "variants": [{"name": "Control", "weight": 1}, {"name": "Large", "weight": 1}]}]; [] ends all tests.',
    'Variants whose name begins with "Control" are what the others are compared with; "report" says how they do.',
  ],
  options: { 'dry-run': FLAG },
  explained: { 'dry-run': 'only check the file' },
  async run({ positionals: [file, ...more], values }) {
    const dryRun = values['dry-run'] === true;
    if (more.length > 0 || (dryRun && file === undefined)) throw new UsageError('ab-tests takes a file, or -, or nothing');
    if (file === undefined) return runCommand('ab-tests', {});
    return runCommand('ab-tests', { tests: file === '-' ? await text(process.stdin) : await readFile(fromHere(file), 'utf8'), dryRun });
  },
};
