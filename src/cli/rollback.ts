import { runCommand, type CommandLine } from './command-line.ts';

export const rollbackCommandLine: CommandLine = {
  usage: '',
  summary: 'go back to the previous release, with the current catalogue',
  options: {},
  optionHelp: {},
  run: () => runCommand('rollback', {}),
};
