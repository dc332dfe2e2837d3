import { runCommand, FLAG, UsageError, type CommandLine } from './command-line.ts';

export const publishCommandLine: CommandLine = {
  usage: '[--all]',
  summary: 'publish all changes now, and list the addresses',
  details: [
    'A running site publishes changes by itself within a moment; what members do takes some seconds.',
    '--all checks every page, and renews those that are out of date.',
  ],
  options: { all: FLAG },
  optionHelp: { all: 'check every page, not only those known to have changed' },
  run({ positionals, values }) {
    if (positionals.length > 0) throw new UsageError('publish takes no addresses; it finds out by itself what has changed');
    return runCommand('publish', { all: values['all'] ?? false });
  },
};
