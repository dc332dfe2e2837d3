import { runCommand, UsageError, type CommandLine } from './command-line.ts';

export const mergeLine: CommandLine = {
  usage: 'DUPLICATE INTO',
  summary: 'merge a deal into another: comments and votes move, its address leads there for good',
  options: {},
  explained: {},
  run({ positionals }) {
    const [duplicate, into] = positionals;
    if (duplicate === undefined || into === undefined || positionals.length > 2) {
      throw new UsageError('merge needs two deals: the one that is to go, then the one that stays');
    }
    return runCommand('merge', { duplicate, into });
  },
};
