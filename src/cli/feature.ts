import { FLAG, runCommand, UsageError, type CommandLine } from './command-line.ts';

export const featureLine: CommandLine = {
  usage: 'DEAL… [--undo]',
  summary: 'bring deals to the front page, whatever their votes are; all of them or, with a wrong name, none',
  details: ['There they stand as if they were posted now. Featuring a deal again brings it up again.'],
  options: { undo: FLAG },
  explained: { undo: "leave it to members' votes again" },
  async run({ positionals: deals, values }) {
    if (deals.length === 0) throw new UsageError('feature needs at least one deal');
    return runCommand('feature', { deals, undo: values['undo'] ?? false });
  },
};
