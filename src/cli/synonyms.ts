import { runCommand, FLAG, UsageError, type CommandLine } from './command-line.ts';
import { readInput } from './input-file.ts';

export const synonymsCommandLine: CommandLine = {
  usage: '[FILE | -] [--reset]',
  summary: 'print the list of synonyms for search, or replace it',
  details: [
    'One group per line: "tv, television" are equal; "gpu => graphics card, video card" is one-way; # begins a comment.',
    'To edit it: npm run -s site -- synonyms > list.txt, change list.txt, npm run site -- synonyms list.txt. It applies from the next search on.',
  ],
  options: { reset: FLAG },
  optionHelp: { reset: 'go back to the list that comes with Magpie' },
  async run({ positionals, values: { reset } }) {
    const [file] = positionals;
    if (positionals.length > 1 || (reset && file !== undefined)) throw new UsageError('synonyms takes a file, or - or --reset, or nothing');
    if (reset) return runCommand('synonyms', { reset });
    if (file === undefined) return runCommand('synonyms', {});
    return runCommand('synonyms', { list: await readInput(file) });
  },
};
