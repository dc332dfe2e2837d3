/** Byte order marks of UTF-16. */
const MARKS = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** How many bytes are examined to detect the encoding of a file without a byte order mark; fewer than four are not enough. */
const SAMPLE = 64;
const LEAST = 4;

/** The blocks of a file in UTF-8: those of one in UTF-16 are decoded, others pass as they are. */
export async function* decodeBlocks(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let first = true;
  for await (const block of blocks) {
    if (first) {
      const encoding = encodingOf(block);
      decoder = encoding === undefined ? undefined : new TextDecoder(encoding);
      first = false;
    }
    yield decoder ? Buffer.from(decoder.decode(block, { stream: true })) : block;
  }
  if (decoder) yield Buffer.from(decoder.decode());
}

/** UTF-16 by its mark, or because every other byte of the beginning is 0, as in Latin letters; undefined for anything else. */
function encodingOf(block: Buffer): string | undefined {
  const marked = MARKS.find(({ bytes }) => bytes.every((byte, index) => block[index] === byte));
  if (marked) return marked.encoding;
  const sample = block.subarray(0, Math.min(SAMPLE, block.length - (block.length % 2)));
  if (sample.length < LEAST) return undefined;
  const [even, odd] = [0, 1].map((rest) => sample.filter((_, index) => index % 2 === rest));
  const isLatin = (high: Uint8Array | undefined, low: Uint8Array | undefined) =>
    high?.every((byte) => byte === 0) === true && low?.includes(0) === false;
  if (isLatin(odd, even)) return 'utf-16le';
  return isLatin(even, odd) ? 'utf-16be' : undefined;
}
