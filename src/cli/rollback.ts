import { runCommand, UsageError, type CommandLine } from './command-line.ts';

export const rollbackCommandLine: CommandLine = {
  usage: '',
  summary: 'go back to the previous release, with the current catalogue',
  options: {},
  optionHelp: {},
  run({ positionals }) {
    if (positionals.length > 0) throw new UsageError('rollback takes no arguments; it goes back by one release');
    return runCommand('rollback', {});
  },
};
