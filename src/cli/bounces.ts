import { resolvePath, FLAG, runCommand, UsageError, type CommandLine } from './command-line.ts';

export const bouncesCommandLine: CommandLine = {
  usage: 'FILE | FOLDER | --address',
  summary: 'stop mail to addresses that bounced',
  details: [
    'FILE is a mailbox (mbox) or one message, FOLDER holds .eml files; none of them is changed.',
    'Reading a report twice does no harm. Other messages are ignored.',
  ],
  options: { address: FLAG },
  optionHelp: { address: 'print the address to which mail servers can send reports' },
  run({ positionals: [path, ...more], values: { address } }) {
    if (more.length > 0 || (path === undefined) !== (address === true))
      throw new UsageError('bounces takes a file or folder, or --address');
    return runCommand('bounces', path === undefined ? {} : { path: resolvePath(path) });
  },
};
