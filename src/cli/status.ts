import { statusText } from './report-text.ts';
import { carryOut, type CommandLine } from './command-line.ts';

export const statusLine: CommandLine = {
  usage: '',
  summary: 'say whether the site runs and what is on it',
  options: {},
  explained: {},
  run: () => carryOut('status', {}, ({ status }, running) => (status ? console.log(statusText(status, running)) : undefined)),
};
