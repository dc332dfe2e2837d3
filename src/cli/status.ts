import { statusText } from './report-text.ts';
import { runCommand, UsageError, type CommandLine } from './command-line.ts';

export const statusCommandLine: CommandLine = {
  usage: '',
  summary: 'show whether the site is running and what is on it',
  options: {},
  optionHelp: {},
  run({ positionals }) {
    if (positionals.length > 0) throw new UsageError('status takes no arguments');
    return runCommand('status', {}, ({ status }, running) => (status ? console.log(statusText(status, running)) : undefined));
  },
};
