import { runCommand, UsageError, type CommandLine } from './command-line.ts';

/** A command that does the same with each of several deals. */
export const severalDeals = (name: 'expire' | 'revive', summary: string): CommandLine => ({
  usage: 'DEAL…',
  summary,
  options: {},
  optionHelp: {},
  run({ positionals: deals }) {
    if (deals.length === 0) throw new UsageError(`${name} needs at least one deal`);
    return runCommand(name, { deals });
  },
});
