/** What a file begins with that is UTF-16: its byte order mark. */
const MARKS = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** The blocks of a file in UTF-8: those that begin with a byte order mark of UTF-16 are decoded, others pass as they are. */
export async function* decodeBlocks(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let first = true;
  for await (const block of blocks) {
    if (first) {
      const mark = MARKS.find(({ bytes }) => bytes.every((byte, index) => block[index] === byte));
      decoder = mark && new TextDecoder(mark.encoding);
      first = false;
    }
    yield decoder ? Buffer.from(decoder.decode(block, { stream: true })) : block;
  }
  if (decoder) yield Buffer.from(decoder.decode());
}
