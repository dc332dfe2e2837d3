import { runCommand, FLAG, UsageError, type CommandLine } from './command-line.ts';
import { readInput } from './input-file.ts';

export const synonymsLine: CommandLine = {
  usage: '[FILE | -] [--reset]',
  summary: 'print the list of synonyms that searches go by, or keep another one',
  details: [
    'A group a line: "tv, television" are equal; "gpu => graphics card, video card" is one-way; # begins a comment.',
    'To edit it: npm run -s site -- synonyms > list.txt, change list.txt, npm run site -- synonyms list.txt. It holds for the next search.',
  ],
  options: { reset: FLAG },
  explained: { reset: 'go back to the list that Magpie brings' },
  async run({ positionals, values: { reset } }) {
    const [file] = positionals;
    if (positionals.length > 1 || (reset && file !== undefined)) throw new UsageError('synonyms takes a file, or - or --reset, or nothing');
    if (reset) return runCommand('synonyms', { reset });
    if (file === undefined) return runCommand('synonyms', {});
    return runCommand('synonyms', { list: await readInput(file) });
  },
};
