import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

/** Brotli qualities: a page is wanted at once. A bundle is made once, so a tenth less is worth fifty times the work. */
export const QUALITY = { soon: 6, best: 11 } as const;

const toBrotli = promisify(zlib.brotliCompress);

/** Brotli with a window as large as the content: allocating a larger one takes longer than compressing. */
export const brotli = (content: Uint8Array, quality: number): Promise<Buffer> => toBrotli(content, brotliOptions(content, quality));

/** The same in this thread, for a thread that has nothing else to do: handing a page to another thread takes a fifth longer. */
export const brotliSync = (content: Uint8Array, quality: number): Buffer =>
  zlib.brotliCompressSync(content, brotliOptions(content, quality));

const brotliOptions = ({ length }: Uint8Array, quality: number): zlib.BrotliOptions => ({
  params: {
    [zlib.constants.BROTLI_PARAM_QUALITY]: quality,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: length,
    [zlib.constants.BROTLI_PARAM_LGWIN]: windowFor(length),
  },
});

const windowFor = (length: number) => Math.min(Math.max(Math.ceil(Math.log2(length + 16)), 10), 22);

const GZIP = { level: 6 };

const toGzip = promisify(zlib.gzip);
export const gzip = (content: Uint8Array): Promise<Buffer> => toGzip(content, GZIP);

/** The same in this thread. */
export const gzipSync = (content: Uint8Array): Buffer => zlib.gzipSync(content, GZIP);

/** Digest that identifies contents: 96 bits, as text that is fit for file names. */
export const digestOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('base64url').slice(0, 16);
