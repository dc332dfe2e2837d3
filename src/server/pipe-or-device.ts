import { stat } from 'node:fs/promises';

/**
 * Whether something is at a path that is neither a file nor a folder: a named pipe, a socket or a device. Such a thing can be read
 * once only, or never ends, so that whoever opens it may wait for ever.
 * @throws the file system's error, such as where nothing is there
 */
export async function isPipeOrDevice(path: string): Promise<boolean> {
  const there = await stat(path);
  return !there.isFile() && !there.isDirectory();
}
