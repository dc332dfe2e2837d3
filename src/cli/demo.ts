import { FLAG, runCommand, UsageError, type CommandLine } from './command-line.ts';

export const demoCommandLine: CommandLine = {
  usage: 'remove [--dry-run]',
  summary: 'remove the demo: its deals, offers, members and comments, and everything that only they use',
  details: [
    'Works while the site runs; if anything fails, nothing changes. What you added stays, with its stores, brands, categories and forums.',
  ],
  options: { 'dry-run': FLAG },
  optionHelp: { 'dry-run': 'only show what would be deleted' },
  async run({ positionals, values }) {
    if (positionals.length !== 1 || positionals[0] !== 'remove') throw new UsageError('the only demo command is: demo remove');
    return runCommand('demo', { dryRun: values['dry-run'] ?? false });
  },
};
