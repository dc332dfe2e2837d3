import { FLAG, runCommand, UsageError, type CommandLine } from './command-line.ts';

export const demoLine: CommandLine = {
  usage: 'remove [--dry-run]',
  summary: 'take the demo out: its deals, offers, members and comments, and what nothing else uses',
  details: [
    'All or nothing, also while the site runs. What you added stays, and so do stores, brands, categories and forums that it uses.',
  ],
  options: { 'dry-run': FLAG },
  explained: { 'dry-run': 'only say what would go' },
  async run({ positionals, values }) {
    if (positionals.length !== 1 || positionals[0] !== 'remove') throw new UsageError('demo needs to be told what to do: demo remove');
    return runCommand('demo', { dryRun: values['dry-run'] ?? false });
  },
};
