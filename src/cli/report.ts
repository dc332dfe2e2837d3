import { FLAG, runCommand, TEXT, UsageError, type CommandLine } from './command-line.ts';

export const reportCommandLine: CommandLine = {
  usage: '[--days N] [--json]',
  summary: 'show what visitors saw, opened and clicked, and the results of A/B tests',
  details: ['Click-through of lists, stores and positions in lists; searches without results. Days are in UTC; today counts up to now.'],
  options: { days: TEXT, json: FLAG },
  optionHelp: { days: 'how many days, including today: 1 to 3650, 30 by default', json: 'print JSON' },
  async run({ positionals, values: { days, json } }) {
    if (positionals.length > 0) throw new UsageError('report takes no file');
    return runCommand('report', { ...(days !== undefined && { days }), json: json === true });
  },
};
