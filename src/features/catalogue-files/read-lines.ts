import { isUtf8 } from 'node:buffer';
import type { RecordIssue } from '../catalogue/check-record.ts';
import type { LegacyEncoding } from './legacy-encodings.ts';
import { openFile } from './open-file.ts';

/** Longest line, and longest record of a CSV file, in bytes. */
export const LONGEST_LINE = 1024 * 1024;

export interface Line {
  /** Counted from 1. */
  number: number;
  /** Without its line break; with replacement characters where `fault` is set. */
  text: string;
  fault: string | undefined;
  /** What it was decoded as, where it was not UTF-8. */
  legacy: LegacyEncoding | undefined;
  /** Whether the file ends in it without a line break, as one does that was cut off. */
  isUnended: boolean;
  /** Bytes of the file (as it is on the disk, compressed or not) read so far. */
  bytesRead: number;
}

/** A line of a file before it is checked: its value, or why it has none; `legacy` as in `Line`; `hidden` of a row that its workbook hides. */
export type ReadLine = { line: number; bytesRead: number; legacy?: LegacyEncoding | undefined; hidden?: boolean } & (
  { value: unknown } | { problems: RecordIssue[] }
);

/** What is said besides of a line that is not whole and `isUnended`. */
export const SEEMS_CUT = 'the file ends in this line and seems to be cut off; look whether it is whole';

const NUL = 0;
const NEWLINE = 10;
const RETURN = 13;
const CONTROL_CHARACTER = /[\x01-\x08\x0b\x0c\x0e-\x1f]/;
/** How many bytes of text there are at least for one NUL that is not of UTF-16. */
const LEAST_PER_NUL = 10;

/**
 * The lines of a text file, plain or `.gz`, one after the other: never more than a line and a block in memory.
 * A byte order mark is dropped, also in the middle, where files were joined, and UTF-16 is decoded where it is sure to be that; lines end in
 * LF or CRLF, or in CR where the first does, as Excel writes "CSV (Macintosh)".
 * @param longest bytes that a line may have; a longer one comes without text and with a fault
 * @param legacy reads lines that are no UTF-8 in this encoding, as spreadsheets write them; without it such a line comes with a fault
 * @throws the file system's or the decompressor's error
 */
export async function* readLines(
  path: string,
  { longest = LONGEST_LINE, legacy }: { longest?: number; legacy?: LegacyEncoding } = {},
): AsyncGenerator<Line> {
  const file = openFile(path);
  const decoder = legacy === undefined ? undefined : { legacy, decode: fatalDecoder(legacy) };
  let number = 0;
  let parts: Buffer[] = [];
  let length = 0;
  let ending: number | undefined;

  const finish = (last: Buffer, isUnended = false): Line => {
    const whole = length + last.length;
    const line = readLine(++number, whole > longest ? undefined : Buffer.concat([...parts, last]), file.bytesRead(), {
      decoder,
      isUnended,
    });
    parts = [];
    length = 0;
    return line;
  };

  try {
    for await (const block of file.blocks) {
      let start = 0;
      ending ??= endingOf(block);
      for (let end = block.indexOf(ending ?? NEWLINE); end >= 0; end = block.indexOf(ending ?? NEWLINE, start)) {
        yield finish(block.subarray(start, end));
        start = end + 1;
      }
      const rest = block.subarray(start);
      length += rest.length;
      if (length <= longest) parts.push(rest);
      else parts = [];
    }
    if (length > 0) yield finish(Buffer.alloc(0), true);
  } finally {
    file.close();
  }
}

/** The line ending of the first line, if it ends in this block. A CR at the very end of the block counts as the beginning of CRLF. */
function endingOf(block: Buffer): number | undefined {
  const feed = block.indexOf(NEWLINE);
  const end = block.indexOf(RETURN);
  const isAlone = end >= 0 && end < block.length - 1 && (feed < 0 || feed > end + 1);
  if (isAlone) return RETURN;
  return feed < 0 && end < 0 ? undefined : NEWLINE;
}

function readLine(
  number: number,
  bytes: Buffer | undefined,
  bytesRead: number,
  { decoder, isUnended }: { decoder: LegacyDecoder | undefined; isUnended: boolean },
): Line {
  if (!bytes) return { number, text: '', fault: 'is longer than 1 MiB', legacy: undefined, isUnended, bytesRead };
  const ending = bytes.at(-1) === RETURN ? 1 : 0;
  const content = bytes.subarray(0, bytes.length - ending);
  const decoded = isUtf8(bytes) ? undefined : decoder?.decode(content);
  return {
    number,
    text: (decoded ?? content.toString('utf8')).replace(/^\uFEFF/, ''),
    fault: faultOf(bytes, decoded !== undefined, decoder?.legacy),
    legacy: decoded === undefined ? undefined : decoder?.legacy,
    isUnended,
    bytesRead,
  };
}

/** An encoding, and what reads it: undefined for bytes that it has not. */
interface LegacyDecoder {
  legacy: LegacyEncoding;
  decode(bytes: Buffer): string | undefined;
}

function fatalDecoder(encoding: LegacyEncoding): LegacyDecoder['decode'] {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      return undefined;
    }
  };
}

function faultOf(bytes: Buffer, isLegacy: boolean, tried: LegacyEncoding | undefined): string | undefined {
  if (bytes.includes(NUL)) return withNulsFault(bytes);
  if (isLegacy || isUtf8(bytes)) return undefined;
  return `is not valid UTF-8${tried === undefined ? '' : `, nor ${tried}`}; save the file with the encoding UTF-8`;
}

/** A few among text are of a faulty program; UTF-16, here with first letters that are not Latin, has more of them, or control characters. */
function withNulsFault(bytes: Buffer): string {
  const others = bytes.filter((byte) => byte !== NUL);
  const isText = isUtf8(others) && !CONTROL_CHARACTER.test(Buffer.from(others).toString('latin1'));
  return isText && bytes.length - others.length <= bytes.length / LEAST_PER_NUL
    ? "has a NUL character, which no text may have; take it out, such as with: tr -d '\\000' < FILE > NEW-FILE"
    : 'is UTF-16 without a byte order mark, or no text at all; save the file as text with the encoding UTF-8';
}
