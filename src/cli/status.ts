import { statusText } from './report-text.ts';
import { runCommand, type CommandLine } from './command-line.ts';

export const statusCommandLine: CommandLine = {
  usage: '',
  summary: 'show whether the site is running and what is on it',
  options: {},
  optionHelp: {},
  run: () => runCommand('status', {}, ({ status }, running) => (status ? console.log(statusText(status, running)) : undefined)),
};
