import { runCommand, resolvePath, UsageError, type CommandLine } from './command-line.ts';

/** How names of backups end. */
export const ENDING = '.jsonl.gz';

export const backupCommandLine: CommandLine = {
  usage: `FILE${ENDING}`,
  summary: 'write the whole database to a file and check it by reading it back',
  details: ['An existing file of that name is replaced once the new one has been checked.'],
  options: {},
  optionHelp: {},
  run({ positionals }) {
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new UsageError('backup writes one file');
    if (!file.endsWith(ENDING))
      // eslint-disable-next-line regexp/no-super-linear-move -- a name that the operator typed
      throw new UsageError(`a backup's name ends in ${ENDING}, such as ${file.replace(/\.[a-z.]*$/i, '')}${ENDING}`);
    return runCommand('backup', { file: resolvePath(file) });
  },
};
