import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { FLAG, fromHere, runCommand, UsageError, type CommandLine } from './command-line.ts';

export const shellLine: CommandLine = {
  usage: 'export [FILE] | import FILE [--dry-run] | edit [--dry-run]',
  summary: 'print header, footer and banners of all pages as JSON, or save others',
  details: [
    'export writes to FILE or the standard output; import reads FILE, or - for the standard input, and prints what is different.',
    'edit opens them in $VISUAL or $EDITOR, and saves what is written there.',
  ],
  options: { 'dry-run': FLAG },
  explained: { 'dry-run': 'only print what would be different' },
  async run({ positionals: [verb, file, ...more], values }) {
    const dryRun = values['dry-run'] === true;
    if (more.length > 0) throw new UsageError('shell takes one file at most');
    if (verb === 'export' && !dryRun) return exportShell(file);
    if (verb === 'import' && file !== undefined)
      return save(file === '-' ? await text(process.stdin) : await readFile(fromHere(file), 'utf8'), dryRun);
    if (verb === 'edit' && file === undefined) return editShell(dryRun);
    throw new UsageError('shell needs export, import FILE or edit');
  },
};

const save = (shell: string, dryRun: boolean, base?: string) => runCommand('shell', { shell, dryRun, base });

async function exportShell(file: string | undefined): Promise<number> {
  const { code, shell } = await currentShell();
  if (code !== 0) return code;
  if (file === undefined) process.stdout.write(shell);
  else await writeFile(fromHere(file), shell);
  return 0;
}

async function currentShell(): Promise<{ code: number; shell: string }> {
  let shell = '';
  const code = await runCommand('shell', {}, ({ lines = [] }) => void (shell += lines.join('')));
  return { code, shell };
}

async function editShell(dryRun: boolean): Promise<number> {
  const editor = process.env['VISUAL'] ?? process.env['EDITOR'];
  if (!editor) throw new UsageError('edit needs an editor: set VISUAL or EDITOR, such as EDITOR=nano');
  const current = await currentShell();
  if (current.code !== 0) return current.code;
  const folder = await mkdtemp(join(tmpdir(), 'magpie-shell-'));
  const file = join(folder, 'shell.json');
  await writeFile(file, current.shell);
  // As git does: the setting may have options, such as "code --wait".
  const [ended] = (await once(spawn('/bin/sh', ['-c', `${editor} "$0"`, file], { stdio: 'inherit' }), 'exit')) as [number | null];
  const code = ended === 0 ? await save(await readFile(file, 'utf8'), dryRun, current.shell) : 1;
  if (code === 0 && !dryRun) await rm(folder, { recursive: true });
  else console.error(`What you wrote is in ${file}. To save it: npm run site -- shell import ${file}`);
  return code;
}
