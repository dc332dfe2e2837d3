import { errorCode } from './error-code.ts';
import { Refused } from './refused.ts';

/** Why a file cannot be written, by error code. */
const REASONS: Partial<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder does not exist',
  ENOSPC: 'the disk is full',
  EROFS: 'its file system is read-only; name another place',
  EFBIG: 'it is larger than a file may be there; raise that limit (ulimit -f)',
};

/**
 * What to throw for a file that cannot be written at `path`: a message for the user, or an unexpected error itself.
 * @param writer names who may not write there
 */
export function writeRefusal<Thrown>(error: Thrown, path: string, writer: string): Refused | Thrown {
  const code = errorCode(error) ?? '';
  if (code === 'EISDIR') return new Refused(`${path} is a folder; name a file in it`);
  const reason = ['EACCES', 'EPERM'].includes(code) ? `${writer} may not write there` : REASONS[code];
  return reason === undefined ? error : new Refused(`${path} cannot be written: ${reason}`);
}
