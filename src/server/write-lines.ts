import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Writes lines, each with a line break, and waits while the stream has no room for more. @throws what the stream failed with */
export async function writeLines(stream: Writable, lines: string[]): Promise<void> {
  const hasRoom = lines.length === 0 || stream.write(`${lines.join('\n')}\n`);
  // A stream that has failed never emits `drain`, and standard output exposes its error only at this moment.
  if (stream.errored) throw stream.errored;
  if (!hasRoom) await once(stream, 'drain');
}
