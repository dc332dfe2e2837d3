import { ENDING } from './backup.ts';
import { runCommand, FLAG, resolvePath, UsageError, type CommandLine } from './command-line.ts';

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
