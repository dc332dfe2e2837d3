import { runCommand, FLAG, UsageError, type CommandLine } from './command-line.ts';

export const publishLine: CommandLine = {
  usage: '[--all]',
  summary: 'publish at once what has changed, and list the addresses',
  details: [
    'A running site publishes changes by itself, within a moment; what members do is gathered for some seconds.',
    'With --all every page is compared with what it would show now, and those that differ are made anew.',
  ],
  options: { all: FLAG },
  explained: { all: 'compare every page, not only those that changes are known of' },
  run({ positionals, values }) {
    if (positionals.length > 0) throw new UsageError('publish takes no addresses; it finds out by itself what differs');
    return runCommand('publish', { all: values['all'] ?? false });
  },
};

export const rollbackLine: CommandLine = {
  usage: '',
  summary: 'show the release before the one that is shown, with the catalogue as it is now',
  options: {},
  explained: {},
  run: () => runCommand('rollback', {}),
};
