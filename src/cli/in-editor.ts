import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from './command-line.ts';

interface Editing {
  /** Name of the file that is opened. */
  name: string;
  /** Reads the initial content of the file; called once it is known that there is an editor. */
  read(): Promise<{ code: number; text: string }>;
  /** Saves the edited text. @param base the initial content @returns the exit code */
  save(text: string, base: string): Promise<number>;
  /** Whether the file is kept even after it was saved. */
  keep: boolean;
  /** The command that saves a file, shown when saving has failed. */
  saveCommand: string;
}

/**
 * Opens a text in the user's editor, and saves the changes. If that fails, the file is kept.
 * @returns the exit code
 * @throws UsageError when no editor is set
 */
export async function editInEditor({ name, read, save, keep, saveCommand }: Editing): Promise<number> {
  const editor = process.env['VISUAL'] || process.env['EDITOR'];
  if (!editor) throw new UsageError('edit needs an editor: set VISUAL or EDITOR, such as EDITOR=nano');
  const current = await read();
  if (current.code !== 0) return current.code;
  const folder = await mkdtemp(join(tmpdir(), 'magpie-edit-'));
  const file = join(folder, name);
  await writeFile(file, current.text);
  // Run by a shell, as git does, because the setting may have options, such as "code --wait".
  const exit: unknown[] = await once(spawn('/bin/sh', ['-c', `${editor} "$0"`, file], { stdio: 'inherit' }), 'exit');
  const isEdited = exit[0] === 0;
  if (!isEdited) console.error('The editor failed or was left with an error. Nothing was saved.');
  const code = isEdited ? await save(await readFile(file, 'utf8'), current.text) : 1;
  if (code === 0 && !keep) await rm(folder, { recursive: true });
  else console.error(`Your text is in ${file}. To save it: npm run site -- ${saveCommand} ${file}`);
  return code;
}
