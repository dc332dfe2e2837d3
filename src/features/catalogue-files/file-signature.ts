import { open } from 'node:fs/promises';
import { isPipeOrDevice } from '../../server/pipe-or-device.ts';

/** How much of a file is looked at: the marks are in its first bytes, but text may have blank lines before. */
const SAMPLE = 512;

/** What files of other kinds begin with, the endings that such a file may have, and what is wrong with it under another one. */
const SIGNATURES: { begins: RegExp; endings?: RegExp; reason: string }[] = [
  {
    begins: /^\x1f\x8b/,
    endings: /\.gz$/i,
    reason: 'is compressed: give it a name that ends in .gz too, such as deals.csv.gz',
  },
  {
    begins: /^PK\x03\x04/,
    endings: /\.xlsx$/i,
    reason: 'is a workbook or a ZIP archive: name a workbook .xlsx, and unpack an archive',
  },
  {
    begins: /^\xd0\xcf\x11\xe0/,
    reason: 'is a workbook of the old kind (.xls), or one with a password: save it as .xlsx or CSV, without a password',
  },
  { begins: /^%PDF-/, reason: 'is a PDF: ask for the data as a table' },
  {
    begins: /^<(?:!doctype\s+html|html|head|body|table)\b/i,
    reason: 'is a page of HTML, such as one that tells an error or asks for a log-in: download the file again, and look at it first',
  },
  { begins: /^<(?:\?xml|rss|feed)\b/i, endings: /\.xml(?:\.gz)?$/i, reason: 'is XML: give it a name that ends in .xml' },
  { begins: /^(?:\{|\[\s*\{)/, endings: /\.(?:jsonl|ndjson)(?:\.gz)?$/i, reason: 'is JSON: give it a name that ends in .jsonl' },
];

/** An import that waits for it keeps others from the database. */
const NO_FILE = 'is a pipe or a device: save what comes from it to a file, and import that one';

/**
 * What a file is by its first bytes, where that is another kind than its name says; or that it is none on a disk.
 * @returns what is wrong and what to do; undefined where nothing is
 * @throws the file system's error
 */
export async function signatureFault(path: string): Promise<string | undefined> {
  if (await isPipeOrDevice(path)) return NO_FILE;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(SAMPLE) });
    const start = buffer.toString('latin1', 0, bytesRead).replace(/^(?:\xef\xbb\xbf)?\s*(?:<!--.*?-->\s*)*/s, '');
    const found = SIGNATURES.find(({ begins }) => begins.test(start));
    if (found) return found.endings?.test(path) ? undefined : found.reason;
    return bytesRead > 0 && /\.gz$/i.test(path) ? 'is not compressed: take .gz from its name' : undefined;
  } finally {
    await file.close();
  }
}
