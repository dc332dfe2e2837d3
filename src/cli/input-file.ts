import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { errorCode } from '../lib/error-code.ts';
import { Refused } from '../lib/refused.ts';
import { resolvePath } from './command-line.ts';

/**
 * What a file holds, named as an editor names it; `-` is the standard input. The byte order mark that Notepad writes is left out.
 * @throws Refused when there is none that can be read
 */
export async function readInput(file: string): Promise<string> {
  try {
    const content = await (file === '-' ? text(process.stdin) : readFile(resolvePath(file), 'utf8'));
    return content.replace(/^\uFEFF/, '');
  } catch (error) {
    throw unreadable(error, file) ?? error;
  }
}

function unreadable(error: unknown, file: string): Refused | undefined {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return new Refused(`${file} does not exist`);
  if (code === 'EISDIR') return new Refused(`${file} is a folder`);
  if (code === 'EACCES' || code === 'EPERM') return new Refused(`${file} may not be read by you; change its permissions`);
  return undefined;
}
