import { fromHere, FLAG, runCommand, UsageError, type CommandLine } from './command-line.ts';

export const bouncesLine: CommandLine = {
  usage: 'FILE | FOLDER | --address',
  summary: 'stop mails to addresses that mail servers sent reports about',
  details: [
    'FILE is a mailbox (mbox) or a message, FOLDER has .eml files; they are not changed.',
    'Reading a report again changes nothing. What is no report about a mail of this site is left alone.',
  ],
  options: { address: FLAG },
  explained: { address: 'print the address that a mail server can send reports to' },
  run({ positionals: [path, ...more], values: { address } }) {
    if (more.length > 0 || (path === undefined) !== (address === true))
      throw new UsageError('bounces takes a file or folder, or --address');
    return runCommand('bounces', path === undefined ? {} : { path: fromHere(path) });
  },
};
