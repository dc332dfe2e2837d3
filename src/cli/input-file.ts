import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { errorCode } from '../lib/error-code.ts';
import { Refused } from '../lib/refused.ts';
import { resolvePath } from './command-line.ts';

/**
 * The text of a file, named as an editor names it, in UTF-8 or, with its byte order mark, UTF-16; `-` is the standard input. The mark is left
 * out.
 * @param isLegacy whether it may be in another encoding, of which ASCII is read
 * @throws Refused when there is none that can be read, or it is in another encoding, whose letters would be lost
 */
export async function readInput(file: string, { isLegacy = false } = {}): Promise<string> {
  const bytes = await (file === '-' ? buffer(process.stdin) : readFile(resolvePath(file))).catch((error: unknown) => {
    throw unreadable(error, file) ?? error;
  });
  const encoding = utf16Of(bytes);
  if (encoding === undefined && !isUtf8(bytes) && !isLegacy)
    throw new Refused(`${file === '-' ? 'The standard input' : file} is not UTF-8; save it with the encoding UTF-8`);
  return new TextDecoder(encoding).decode(bytes);
}

/** The encoding that a byte order mark of UTF-16 says. */
function utf16Of([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function unreadable(error: unknown, file: string): Refused | undefined {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return new Refused(`${file} does not exist`);
  if (code === 'EISDIR') return new Refused(`${file} is a folder`);
  if (code === 'EACCES' || code === 'EPERM') return new Refused(`${file} may not be read by you; change its permissions`);
  return undefined;
}
