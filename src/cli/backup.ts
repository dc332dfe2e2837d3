import { runCommand, FLAG, fromHere, UsageError, type CommandLine } from './command-line.ts';

const ENDING = '.jsonl.gz';

export const backupLine: CommandLine = {
  usage: `FILE${ENDING}`,
  summary: 'write the whole database to a file and check it by reading it back',
  details: ['A file of that name is replaced once the new one is found whole.'],
  options: {},
  explained: {},
  run({ positionals }) {
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new UsageError('backup writes one file');
    if (!file.endsWith(ENDING))
      throw new UsageError(`a backup's name ends in ${ENDING}, such as ${file.replace(/\.[a-z.]*$/i, '')}${ENDING}`);
    return runCommand('backup', { file: fromHere(file) });
  },
};

export const restoreLine: CommandLine = {
  usage: `FILE${ENDING} [--yes]`,
  summary: 'put a backup in the place of everything on the site, or leave all as it is',
  details: ['The backup is read whole and checked first, and what came into the database is compared with it.'],
  options: { yes: FLAG },
  explained: { yes: 'also when there are deals on the site, which go' },
  run({ positionals, values }) {
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new UsageError('restore reads one file');
    return runCommand('restore', { file: fromHere(file), yes: values['yes'] ?? false });
  },
};
