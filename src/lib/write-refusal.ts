import { errorCode } from './error-code.ts';
import { Refused } from './refused.ts';

/**
 * What to throw for a file that cannot be written at `path`: a message for the user, or an unexpected error itself.
 * @param writer names who may not write there
 */
export function writeRefusal<Thrown>(error: Thrown, path: string, writer: string): Refused | Thrown {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return new Refused(`${path} cannot be written: its folder does not exist`);
  if (code === 'EACCES' || code === 'EPERM') return new Refused(`${path} cannot be written: ${writer} may not write there`);
  if (code === 'EISDIR') return new Refused(`${path} is a folder; name a file in it`);
  if (code === 'ENOSPC') return new Refused(`${path} cannot be written: the disk is full`);
  if (code === 'EROFS') return new Refused(`${path} cannot be written: its file system is read-only; name another place`);
  if (code === 'EFBIG')
    return new Refused(`${path} cannot be written: it is larger than a file may be there; raise that limit (ulimit -f)`);
  return error;
}
