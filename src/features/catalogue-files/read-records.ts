import { checkRecord, keyOf, referencesOf, type RecordIssue, type RecordKey } from '../catalogue/check-record.ts';
import { parseFields, type ParseContext } from '../catalogue/parse-fields.ts';
import type { ColumnMap } from './column-map.ts';
import { repairRecord, type RepairedField } from './repair-text.ts';
import { legacyEncodingOf, type LegacyEncoding } from './legacy-encodings.ts';
import { readCsv } from './read-csv.ts';
import { isFeed } from './feed-file.ts';
import { readMerchantFeed } from './read-merchant-feed.ts';
import { signatureFault } from './file-signature.ts';
import { readLines, SEEMS_CUT, type Line, type ReadLine } from './read-lines.ts';
import { spoiledProblems } from './spoiled-cells.ts';
import { withoutStock } from './stock-words.ts';
import { readXlsxInThread } from './xlsx-thread.ts';
import { FIELDS, RECORD_TYPES, type CatalogueRecord } from '../catalogue/record.ts';
import { isRecord } from '../../lib/is-record.ts';
import { errorCode } from '../../lib/error-code.ts';

/**
 * A checked line, its fields repaired (`repairRecord`, `checkRepaired`). Of a wrong one, `key` identifies its record, where that can be read,
 * and `title` says what it is. `bytesRead` counts the file's bytes so far.
 */
export type ReadRecord = {
  line: number;
  bytesRead: number;
  legacy?: LegacyEncoding | undefined;
  hidden?: boolean;
  repaired?: RepairedField[];
} & (
  { record: CatalogueRecord } | { problems: RecordIssue[]; key: RecordKey | undefined; title?: string; references?: object | undefined }
);

/** How records are read. */
export interface ReadOptions {
  parseContext: ParseContext;
  /** The source of records that name none. */
  source?: string | undefined;
  /** What the columns of tables are. */
  map?: ColumnMap | undefined;
  /** Whether a file of JSON lines may have none. */
  mayBeEmpty?: boolean | undefined;
}

/**
 * Reads and checks the records of a file: JSON lines (`.jsonl`, `.ndjson`), a table (`.csv`, `.tsv`, `.txt`) or a feed for Google Merchant
 * (`.xml`), each also as `.gz`, or a workbook (`.xlsx`). Lines are read one by one, so memory does not grow with the file; only a workbook
 * is read whole. What is wrong with the file as a whole (it cannot be read, its ending is unknown or that of another kind of file) comes
 * as a problem of line 0.
 */
export async function* readRecords(path: string, options: ReadOptions): AsyncGenerator<ReadRecord> {
  let bytesRead = 0;
  const isWritten = !JSON_LINES.test(path);
  try {
    for await (const read of valuesOf(path, options)) {
      bytesRead = read.bytesRead;
      yield checked(read, options, isWritten);
    }
  } catch (error) {
    const reason = fileFault(error);
    if (!reason) throw error;
    yield { line: 0, bytesRead, problems: [{ field: '', reason }], key: undefined };
  }
}

const JSON_LINES = /\.(?:jsonl|ndjson)(?:\.gz)?$/i;

async function* valuesOf(path: string, options: ReadOptions): AsyncGenerator<ReadLine> {
  const values = readerOf(path, options);
  const kind = await signatureFault(path);
  const reason = values ? kind : [UNKNOWN_ENDING, kind].filter((part) => part !== undefined).join('; it ');
  if (reason !== undefined) yield { line: 0, bytesRead: 0, problems: [{ field: '', reason }] };
  else if (values) yield* values;
}

function readerOf(path: string, { map, parseContext, mayBeEmpty = false }: ReadOptions): AsyncIterable<ReadLine> | undefined {
  if (/\.xlsx$/i.test(path)) return readXlsxInThread(path, parseContext, map);
  if (isFeed(path)) return readMerchantFeed(path, parseContext, map);
  const ending = /\.(jsonl|ndjson|csv|tsv|txt)(\.gz)?$/i.exec(path)?.[1]?.toLowerCase();
  if (!ending) return undefined;
  return ending === 'csv' || ending === 'tsv' || ending === 'txt'
    ? readCsv(readLines(path, { legacy: legacyEncodingOf(parseContext.locale) }), parseContext, map)
    : readJsonLines(readLines(path), mayBeEmpty);
}

const UNKNOWN_ENDING = 'must end in .jsonl, .ndjson, .csv, .tsv, .txt or .xml (or one of these and .gz), or in .xlsx';

async function* readJsonLines(lines: AsyncIterable<Line>, mayBeEmpty: boolean): AsyncGenerator<ReadLine> {
  let first = true;
  for await (const { number: line, text, fault, isUnended, bytesRead } of lines) {
    const start = text.trim();
    if (!fault && start === '') continue;
    const reason = fault ?? (first ? wholeFault(start) : undefined);
    yield {
      line,
      bytesRead,
      ...(reason === undefined ? parsed(text, isUnended) : { problems: [{ field: '', reason, ...(!fault && { endsFile: true }) }] }),
    };
    // No other line of such a file can be read either.
    if (!fault && reason !== undefined) return;
    first = false;
  }
  if (first && !mayBeEmpty) yield { line: 0, bytesRead: 0, problems: [{ field: '', reason: EMPTY }] };
}

/** As of a table: a download that failed leaves such a file. */
const EMPTY = 'is empty: it has no records';

/** What is wrong with a file that begins with this line, if the file as a whole is one JSON text. */
function wholeFault(start: string): string | undefined {
  if (start.startsWith('[')) return "is a list in JSON; one record a line is read, as this writes them: jq -c '.[]' FILE";
  return start === '{' ? 'is JSON over several lines; one record a line is read, as this writes them: jq -c . FILE' : undefined;
}

function parsed(text: string, isUnended: boolean): { value: unknown } | { problems: RecordIssue[] } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const why = `is not valid JSON: ${error instanceof Error ? error.message : String(error)}`;
    return { problems: [{ field: '', reason: isUnended ? `${why}; ${SEEMS_CUT}` : why }] };
  }
}

/** @param isWritten whether it comes from a table or a feed, which may have been in a spreadsheet */
function checked(read: ReadLine, { parseContext, source, map }: ReadOptions, isWritten: boolean): ReadRecord {
  if ('problems' in read) return { ...read, key: undefined };
  const { line, bytesRead, legacy, hidden = false } = read;
  const { value: sourced, sourceMissing } = withSource(read.value, source);
  const { value: stocked, problems: stock } = isWritten && isRecord(sourced) ? withoutStock(sourced) : { value: sourced, problems: [] };
  const { value: written, repaired: texts } = isRecord(stocked) ? repairRecord(stocked) : { value: stocked, repaired: [] };
  const { value, repaired: prices } = isRecord(written) && hasSales(map) ? withoutSale(written) : { value: written, repaired: [] };
  const { outcome, repaired } = checkRepaired(value, parseContext);
  const about = { line, bytesRead, legacy, hidden, repaired: [...texts, ...prices, ...repaired] };
  const spoiled = isWritten && isRecord(value) ? [...stock, ...spoiledProblems(value)] : [];
  if ('record' in outcome && !sourceMissing && spoiled.length === 0) return { ...about, ...outcome };
  const isSpoiled = (field: string) => spoiled.some((problem) => problem.field === field);
  const found = 'problems' in outcome ? outcome.problems.filter(({ field }) => !isSpoiled(field)).map(advised) : [];
  const problems = [...(sourceMissing ? [SOURCE_MISSING] : []), ...spoiled, ...found];
  const title = isRecord(value) && typeof value['title'] === 'string' ? { title: value['title'] } : {};
  const key = isSpoiled('sourceId') ? undefined : keyOf(value);
  return { ...about, problems, key, ...title, references: referencesOf(value) };
}

/** A column of sale prices. Where another one is empty, the price is not known. */
const SALE = /(?<![a-z])(?:sale|special|promo)/i;

/** Whether a partner's table has a column for prices of sales besides that of prices. */
const hasSales = (map: ColumnMap | undefined): boolean => {
  const columns = Object.entries(map?.columns ?? {});
  return columns.some(([name, field]) => field === 'price' && SALE.test(name)) && columns.some(([, field]) => field === 'listPrice');
};

/** What partners write where there is no sale, besides nothing. */
const NO_SALE = /^0(?:[.,]0+)?(?:\s*[A-Z]{3})?$/;

/** A deal of a partner that is not on sale is one at its price, as in a feed for Google Merchant (`productRecord`). */
function withoutSale(value: Record<string, unknown>): { value: Record<string, unknown>; repaired: RepairedField[] } {
  const { price, listPrice, listPriceSeen: _seen, ...others } = value;
  const isOnSale = price !== undefined && !(typeof price === 'string' && NO_SALE.test(price));
  if (isOnSale || typeof listPrice !== 'string' || NO_SALE.test(listPrice)) return { value, repaired: [] };
  return { value: { ...others, price: listPrice }, repaired: [{ field: 'price', what: 'none, the list price taken' }] };
}

type Outcome = ReturnType<typeof checkRecord>;

/** Checks a record. A list price that says that there is none, as many partners write it, is left out. */
function checkRepaired(value: unknown, parseContext: ParseContext): { outcome: Outcome; repaired: RepairedField[] } {
  const outcome = checkRecord(value, parseContext);
  if (!isRecord(value) || !saysNoListPrice(value, outcome, parseContext)) return { outcome, repaired: [] };
  const { listPrice: _none, listPriceSeen: _seen, ...others } = value;
  return { outcome: checkRecord(others, parseContext), repaired: [{ field: 'listPrice', what: '0 or the price itself, left out' }] };
}

/** Whether the list price of a deal is 0 or the price itself. Fields are read once more only where it was refused. */
function saysNoListPrice(value: Record<string, unknown>, outcome: Outcome, parseContext: ParseContext): boolean {
  if ('record' in outcome) return outcome.record.type === 'deal' && outcome.record.listPrice === 0;
  if (value['type'] !== 'deal' || !outcome.problems.some(({ field }) => field === 'listPrice')) return false;
  const { amounts } = parseFields('deal', value, parseContext);
  const listPrice = amounts.get('listPrice');
  return listPrice !== undefined && (listPrice === 0 || listPrice === amounts.get('price'));
}

/** Placeholder for the source of a record that names none, so that its other errors are reported too. */
const NO_SOURCE = '-';
const SOURCE_MISSING = { field: 'source', reason: 'is missing: say whose records these are, with --source NAME behind "import"' };

/** A record with its source: the one that it names, or the one given for all. */
function withSource(value: unknown, source: string | undefined): { value: unknown; sourceMissing: boolean } {
  if (!isRecord(value) || value['source'] !== undefined) return { value, sourceMissing: false };
  const type = RECORD_TYPES.find((one) => one === value['type']);
  if (!type || !FIELDS[type].includes('source')) return { value, sourceMissing: false };
  return { value: { ...value, source: source ?? NO_SOURCE }, sourceMissing: source === undefined };
}

/** Adds what to do where a deal lacks a store or category, or where a partner's column is called as ours is. */
function advised(problem: RecordIssue): RecordIssue {
  const { field, reason } = problem;
  if (field === 'type' && !reason.startsWith('is missing')) return { ...problem, advice: OTHER_TYPES };
  if (!reason.startsWith('is missing') || (field !== 'store' && field !== 'category')) return problem;
  return {
    ...problem,
    advice: `For a table or a feed a map gives one ${field} to all that name none: --map FILE with {"values": {"${field}": "${EXAMPLES[field]}"}}.`,
  };
}

const OTHER_TYPES =
  'A column of a table that says another type, such as that of a product, is left out by a map with its name as in the table: --map FILE with {"columns": {"Type": null}}.';
const EXAMPLES = { store: 'acme', category: 'monitors' };

function fileFault(error: unknown): string | undefined {
  const code = errorCode(error);
  if (code === 'ENOENT') return 'does not exist';
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read by the process that imports';
  if (code === 'EISDIR') return 'is a folder';
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'takes more memory than there is: save it as CSV, which may have any size';
  return code?.startsWith('Z_') ? 'is damaged: it cannot be decompressed' : undefined;
}
