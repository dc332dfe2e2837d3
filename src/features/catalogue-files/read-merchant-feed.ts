import { errorCode } from '../../lib/error-code.ts';
import type { ParseContext } from '../catalogue/parse-fields.ts';
import type { ColumnMap } from './column-map.ts';
import { openFile } from './open-file.ts';
import { ProductParser, XmlFault, type Product } from './parse-products.ts';
import { productRecord } from './product-record.ts';
import type { ReadLine } from './read-lines.ts';

/**
 * The products of a feed for Google Merchant, RSS or Atom, one after the other: never more than a product and a block in memory.
 * @throws the file system's or the decompressor's error
 */
export async function* readMerchantFeed(path: string, reading: ParseContext, map?: ColumnMap): AsyncGenerator<ReadLine> {
  const file = openFile(path);
  const parser = new ProductParser();
  const problem = (line: number, reason: string, ends = {}): ReadLine => ({
    line,
    bytesRead: file.bytesRead(),
    problems: [{ field: '', reason, ...ends }],
  });
  const read = ({ line, ...product }: Product): ReadLine =>
    product.elements
      ? { line, bytesRead: file.bytesRead(), value: productRecord(product, reading, map) }
      : problem(line, 'is a product of more than 1 MiB');
  let decoder: TextDecoder | undefined;
  let count = 0;
  try {
    for await (const block of file.blocks) {
      if (!decoder) {
        const encoding = encodingOf(block);
        decoder = decoderOf(encoding);
        if (!decoder) {
          yield problem(1, `names the encoding ${encoding}, which is not known; save it as UTF-8`, { endsFile: true });
          return;
        }
      }
      for (const product of parser.write(decoder.decode(block, { stream: true }))) {
        count++;
        yield read(product);
      }
    }
    parser.end();
    if (count === 0) yield problem(0, 'has no <item> and no <entry>: XML is read as a feed for Google Merchant (docs/import.md)');
  } catch (error) {
    if (error instanceof XmlFault) yield problem(error.line, `is not well-formed XML from ${error.message}`, { endsFile: true });
    else if (decoder && errorCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      yield problem(0, `is not in ${decoder.encoding}, which it says it is; save it as UTF-8`);
    else throw error;
  } finally {
    file.close();
  }
}

/** The encoding that the XML declaration names; UTF-16 comes decoded already. */
function encodingOf(first: Buffer): string {
  const named = /^(?:\uFEFF)?<\?xml[^>]*\bencoding=["']([^"']+)["']/.exec(first.toString('utf8', 0, 200))?.[1];
  return named === undefined || /^utf-?16/i.test(named) ? 'utf-8' : named;
}

function decoderOf(encoding: string): TextDecoder | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    return undefined;
  }
}
