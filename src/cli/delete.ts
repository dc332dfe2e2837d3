import { FLAG, runCommand, UsageError, type CommandLine } from './command-line.ts';

export const deleteCommandLine: CommandLine = {
  usage: 'DEAL… [--dry-run]',
  summary: 'delete deals for good, with their comments and votes; if one is not found, none is deleted',
  details: ['"expire" ends a deal and keeps its page; "merge" joins two deals. Importing a deleted deal again adds it as a new one.'],
  options: { 'dry-run': FLAG },
  optionHelp: { 'dry-run': 'only show what would be deleted' },
  async run({ positionals: deals, values }) {
    if (deals.length === 0) throw new UsageError('delete needs at least one deal');
    return runCommand('delete', { deals, dryRun: values['dry-run'] ?? false });
  },
};
