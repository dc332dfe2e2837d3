import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The messages of a mailbox file (mbox), of a single message, or of a folder of `.eml` files. */
export async function* readMailbox(path: string): AsyncGenerator<Uint8Array | string> {
  if ((await stat(path)).isDirectory()) {
    const names = (await readdir(path)).filter((name) => name.endsWith('.eml')).toSorted();
    for (const name of names) yield readFile(join(path, name));
    return;
  }
  // Each byte becomes one character, so that nothing is lost, whatever the messages' encodings.
  const text = await readFile(path, 'latin1');
  // A mailbox whose messages were all taken out is an empty file.
  if (text.trim() === '') return;
  for (const message of text.startsWith('From ') ? messagesOf(text) : [text]) yield Buffer.from(message, 'latin1');
}

/** A message begins with a line that begins with "From "; in messages such lines have one ">" more. */
const messagesOf = (mbox: string): string[] =>
  mbox
    .split(/(?:^|(?<=\n\r?\n))From [^\n]*\n/)
    .filter((message) => message.trim() !== '')
    .map((message) => message.replaceAll(/^>(>*From )/gm, '$1'));
