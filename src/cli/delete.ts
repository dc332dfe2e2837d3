import { FLAG, runCommand, UsageError, type CommandLine } from './command-line.ts';

export const deleteLine: CommandLine = {
  usage: 'DEAL… [--dry-run]',
  summary: 'delete deals for good, with their comments and votes; all of them or, with a wrong name, none',
  details: [
    '"expire" ends a deal and keeps its page; "merge" makes one of two. A file that lists a deleted deal adds it again, as a new one.',
  ],
  options: { 'dry-run': FLAG },
  explained: { 'dry-run': 'only say what would go' },
  async run({ positionals: deals, values }) {
    if (deals.length === 0) throw new UsageError('delete needs at least one deal');
    return runCommand('delete', { deals, dryRun: values['dry-run'] ?? false });
  },
};
