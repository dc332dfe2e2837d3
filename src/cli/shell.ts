import { FLAG, runCommand, UsageError, type CommandLine } from './command-line.ts';
import { editInEditor } from './in-editor.ts';
import { readInput } from './input-file.ts';
import { requestText, printText } from './printed-text.ts';

export const shellCommandLine: CommandLine = {
  usage: 'export [FILE] | import FILE [--dry-run] | edit [--dry-run]',
  summary: 'print the header, footer and banners as JSON, or change them',
  details: [
    'export writes to FILE or standard output; import reads FILE, or - for standard input, and shows the changes.',
    'edit opens them in $VISUAL or $EDITOR, and saves your changes.',
  ],
  options: { 'dry-run': FLAG },
  optionHelp: { 'dry-run': 'only show what would change' },
  async run({ positionals: [verb, file, ...more], values }) {
    const dryRun = values['dry-run'] === true;
    if (more.length > 0) throw new UsageError('shell takes one file at most');
    if (verb === 'export' && !dryRun) return printText('shell', {}, file);
    if (verb === 'import' && file !== undefined) return save(await readInput(file), dryRun);
    if (verb === 'edit' && file === undefined)
      return editInEditor({
        name: 'shell.json',
        saveCommand: 'shell import',
        keep: dryRun,
        read: () => requestText('shell', {}),
        save: (shell, base) => save(shell, dryRun, base),
      });
    throw new UsageError('shell needs export, import FILE or edit');
  },
};

const save = (shell: string, dryRun: boolean, base?: string) => runCommand('shell', { shell, dryRun, base });
