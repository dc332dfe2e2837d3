import { writeFile } from 'node:fs/promises';
import { writeRefusal } from '../lib/write-refusal.ts';
import type { CommandName } from './handlers/handlers.ts';
import { resolvePath, runCommand } from './command-line.ts';

/** Runs a command that sends a text as `lines`. @returns the exit code with it */
export async function requestText(command: CommandName, input: object): Promise<{ code: number; text: string }> {
  let text = '';
  const code = await runCommand(command, input, ({ lines = [] }) => void (text += lines.join('')));
  return { code, text };
}

/** Writes the text that a command gives to a file, or to standard output: without a file, or for `-`. @returns the exit code */
export async function printText(command: CommandName, input: object, file: string | undefined): Promise<number> {
  const { code, text } = await requestText(command, input);
  if (code !== 0) return code;
  if (file === undefined || file === '-') process.stdout.write(text);
  else {
    const path = resolvePath(file);
    await writeFile(path, text).catch((error: unknown) => {
      throw writeRefusal(error, path, 'you');
    });
  }
  return 0;
}
