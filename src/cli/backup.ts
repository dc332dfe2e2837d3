import { runCommand, FLAG, resolvePath, UsageError, type CommandLine } from './command-line.ts';

const ENDING = '.jsonl.gz';

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
      throw new UsageError(`a backup's name ends in ${ENDING}, such as ${file.replace(/\.[a-z.]*$/i, '')}${ENDING}`);
    return runCommand('backup', { file: resolvePath(file) });
  },
};

export const restoreCommandLine: CommandLine = {
  usage: `FILE${ENDING} [--yes]`,
  summary: 'replace everything on the site with a backup; if anything fails, nothing changes',
  details: ['The backup is checked first, and the restored data are compared with it.'],
  options: { yes: FLAG },
  optionHelp: { yes: 'restore even if the site has deals, which are deleted' },
  run({ positionals, values }) {
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new UsageError('restore reads one file');
    return runCommand('restore', { file: resolvePath(file), yes: values['yes'] ?? false });
  },
};
