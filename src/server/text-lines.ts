import type { Readable } from 'node:stream';

/**
 * The lines of UTF-8 from a stream, without their ends, one after the other. LF alone ends a line: Node's readline also breaks at U+2028 and
 * U+2029, which are in texts of other programs, and stay as they are in JSON.
 * @throws the stream's error
 */
export async function* textLines(stream: Readable): AsyncGenerator<string> {
  let line = '';
  for await (const block of stream.setEncoding('utf8')) {
    const [end = '', ...others] = String(block).split('\n');
    line += end;
    for (const next of others) {
      yield line;
      line = next;
    }
  }
  if (line) yield line;
}
