import { runCommand, FLAG, TEXT, UsageError, type CommandLine } from './command-line.ts';

export const mailCommandLine: CommandLine = {
  usage: '[--retry | --drop ID]',
  summary: 'list mail that is waiting or could not be sent',
  details: ['Mail that cannot be sent is tried again for about two hours, then kept as failed.'],
  options: { retry: FLAG, drop: TEXT },
  optionHelp: {
    retry: 'try failed mail again, and what waits after a failed try at once',
    drop: 'delete the mail with this number, the first in its line',
  },
  run({ positionals, values: { retry, drop } }) {
    if (positionals.length > 0 || (retry && drop !== undefined)) throw new UsageError('mail takes --retry or --drop ID, or nothing');
    if (drop === undefined) return runCommand('mail', retry ? { retry } : {});
    if (typeof drop !== 'string' || !/^[1-9]\d{0,14}$/.test(drop)) throw new UsageError('--drop needs the number of a mail');
    return runCommand('mail', { drop: Number(drop) });
  },
};
