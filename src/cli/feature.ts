import { FLAG, runCommand, UsageError, type CommandLine } from './command-line.ts';

export const featureCommandLine: CommandLine = {
  usage: 'DEAL… [--undo]',
  summary: 'put deals on the front page, whatever their votes; if one is not found, none is',
  details: ['They appear as if posted now. Featuring a deal again moves it to the top again.'],
  options: { undo: FLAG },
  optionHelp: { undo: "leave it to members' votes again" },
  async run({ positionals: deals, values }) {
    if (deals.length === 0) throw new UsageError('feature needs at least one deal');
    return runCommand('feature', { deals, undo: values['undo'] ?? false });
  },
};
