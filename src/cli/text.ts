import { FLAG, runCommand, TEXT, UsageError, type CommandArguments, type CommandLine } from './command-line.ts';
import { editInEditor } from './in-editor.ts';
import { readInput } from './input-file.ts';
import { requestText, printText } from './printed-text.ts';

const DRY_RUN = 'dry-run';

export const textCommandLine: CommandLine = {
  usage: 'list | export NAME [FILE] | import NAME FILE | edit NAME | history NAME | restore NAME VERSION',
  summary: 'print the text pages as Markdown, change them, or go back to older versions',
  details: [
    'NAME is about, help, terms, privacy, credits or imprint. export writes to FILE or standard output; import reads FILE, or - for the',
    'standard input, and shows the changes. edit opens the text in $VISUAL or $EDITOR and saves your changes. history lists all',
    'versions, and restore goes back to one; 0 is the text that comes with Magpie (none for imprint).',
  ],
  options: { [DRY_RUN]: FLAG, version: TEXT },
  optionHelp: { [DRY_RUN]: 'only show what would change', version: 'export this version instead of the newest' },
  async run(given) {
    const [verb = '', ...rest] = given.positionals;
    const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    if (!run) throw new UsageError(`text needs ${Object.keys(VERBS).join(', ')}`);
    const { most, options } = run;
    if (rest.length > most) throw new UsageError(`text ${verb} does not take ${JSON.stringify(rest[most])}`);
    const foreign = Object.keys(given.values).find((option) => !options.includes(option));
    if (foreign !== undefined) throw new UsageError(`text ${verb} does not take --${foreign}`);
    return run.run(rest, given.values);
  },
};

interface Verb {
  /** How many words may be behind it. */
  most: number;
  options: string[];
  run(words: string[], values: CommandArguments['values']): Promise<number>;
}

const VERBS: Record<string, Verb> = {
  list: { most: 0, options: [], run: () => runCommand('text', { verb: 'list' }) },
  export: {
    most: 2,
    options: ['version'],
    run: async ([name, file], { version }) =>
      printText('text', { verb: 'export', name: named(name), isFile: true, ...optional(version) }, file),
  },
  import: {
    most: 2,
    options: [DRY_RUN],
    async run([name, file], { [DRY_RUN]: dryRun }) {
      const input = { verb: 'import', name: named(name), dryRun };
      return runCommand('text', { ...input, text: await readInput(needed(file, 'a file, or - for standard input')) });
    },
  },
  edit: {
    most: 1,
    options: [DRY_RUN],
    async run([word], { [DRY_RUN]: dryRun }) {
      const name = named(word);
      return editInEditor({
        name: `${name}.md`,
        saveCommand: `text import ${name}`,
        keep: dryRun === true,
        read: () => requestText('text', { verb: 'export', name }),
        save: (text, base) => runCommand('text', { verb: 'import', name, text, base, dryRun }),
      });
    },
  },
  history: { most: 1, options: [], run: async ([name]) => runCommand('text', { verb: 'history', name: named(name) }) },
  restore: {
    most: 2,
    options: [DRY_RUN],
    async run([name, version], { [DRY_RUN]: dryRun }) {
      const number = numbered(needed(version, 'the number of a version, such as 3'));
      return runCommand('text', { verb: 'restore', name: named(name), version: number, dryRun });
    },
  },
};

function needed(word: string | undefined, what: string): string {
  if (word === undefined) throw new UsageError(`text needs ${what}`);
  return word;
}

const named = (word: string | undefined) => needed(word, 'the name of a page, such as about');
const optional = (version: unknown) => (typeof version === 'string' ? { version: numbered(version) } : {});

function numbered(word: string): number {
  if (!/^\d{1,9}$/.test(word)) throw new UsageError(`a version is a number, such as 3 (is ${JSON.stringify(word)})`);
  return Number(word);
}
