import { FLAG, runCommand, TEXT, UsageError, type CommandLine } from './command-line.ts';

export const reportLine: CommandLine = {
  usage: '[--days N] [--json]',
  summary: 'say what visitors saw, opened and went out to, and how A/B tests do',
  details: [
    'Lists, stores and places in lists with their click-through; searches without results; days are in UTC, today as far as it has come.',
  ],
  options: { days: TEXT, json: FLAG },
  explained: { days: 'how many days, today being one of them: 1 to 3650, 30 by default', json: 'print JSON' },
  async run({ positionals, values: { days, json } }) {
    if (positionals.length > 0) throw new UsageError('report takes no file');
    return runCommand('report', { ...(days !== undefined && { days }), json: json === true });
  },
};
