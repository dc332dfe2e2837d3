import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { decodeBlocks } from './decode-blocks.ts';

/** A file that is being read. */
interface OpenFile {
  /** Its content, decompressed; UTF-16 comes as UTF-8 (`decodeBlocks`). Throws the file system's or the decompressor's error. */
  blocks: AsyncIterable<Buffer>;
  /** Bytes of the file (as it is on the disk, compressed or not) read so far. */
  bytesRead(): number;
  close(): void;
}

/** Opens a file, plain or `.gz`, to be read block by block. */
export function openFile(path: string): OpenFile {
  const file = createReadStream(path);
  const bytes = /\.gz$/i.test(path) ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => bytes.destroy(error));
  return { blocks: decodeBlocks(bytes), bytesRead: () => file.bytesRead, close: () => void file.destroy() };
}
