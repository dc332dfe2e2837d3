import { runCommand, FLAG, TEXT, UsageError, type CommandLine } from './command-line.ts';

export const mailLine: CommandLine = {
  usage: '[--retry | --drop ID]',
  summary: 'list the mails that wait to be sent, and those that were given up',
  details: ['A mail that cannot be sent is tried again for some two hours, then given up and kept.'],
  options: { retry: FLAG, drop: TEXT },
  explained: { retry: 'try those that were given up again', drop: 'remove the mail of this number, which stands first in its line' },
  run({ positionals, values: { retry, drop } }) {
    if (positionals.length > 0 || (retry && drop !== undefined)) throw new UsageError('mail takes --retry or --drop ID, or nothing');
    if (drop === undefined) return runCommand('mail', retry ? { retry } : {});
    if (typeof drop !== 'string' || !/^[1-9]\d{0,14}$/.test(drop)) throw new UsageError('--drop needs the number of a mail');
    return runCommand('mail', { drop: Number(drop) });
  },
};
