import type { RecordIssue } from '../catalogue/check-record.ts';
import type { ParseContext } from '../catalogue/parse-fields.ts';
import { FIELDS } from '../catalogue/record.ts';
import type { ColumnMap } from './column-map.ts';
import { absentColumns } from './header-problems.ts';
import type { ProductElement } from './parse-products.ts';
import { productRecord } from './product-record.ts';
import { filledLength, type Columns } from './read-rows.ts';

/** Attributes of Google's specification by which a table of products is known. Ours have other names for the first and the third. */
const KNOWN_BY = ['id', 'title', 'link', 'price'];

/** Fields of ours that are attributes of Google's specification, too. */
const IN_BOTH = new Set(['title', 'description', 'price', 'brand', 'condition', 'shipping']);
/** Our other fields, which a shop may have added to its table. */
const OURS = new Set(FIELDS.deal.filter((name) => !IN_BOTH.has(name)));

/** Attributes that are read as cells of a field are, in a workbook. */
const FIELD_OF = new Map([
  ['id', 'sourceId'],
  ['price', 'price'],
  ['sale_price', 'price'],
]);

/** Attributes with parts, such as `US:CA:Overnight:15.99 USD`, and what their price is called in a feed. */
const PRICES = new Map([
  ['shipping', 'price'],
  ['free_shipping_threshold', 'price_threshold'],
]);

/** The attribute of a column: `image link`, `g:image_link` and `shipping(country:price)` are `image_link` and `shipping`. */
const attributeOf = (column: string) => {
  const [name = ''] = column.trim().toLowerCase().replace(/^g:/, '').split('(');
  return name.replaceAll(/[\s-]+/g, '_');
};

/**
 * How the rows of a table for Google Merchant are read: as the products of a feed (`productRecord`), with
 * columns of our fields besides.
 * @param header the cells of its first row
 * @returns undefined for another table, and for one whose products a map reads by itself
 */
export function merchantColumns(
  header: string[],
  reading: ParseContext,
  map: ColumnMap | undefined,
): Columns | { problems: RecordIssue[] } | undefined {
  const columns = header.slice(0, filledLength(header)).map((column) => column.trim());
  const isMapped = (column: string) => map !== undefined && Object.hasOwn(map.columns, column);
  const attributes = columns.map((column) => (isMapped(column) || OURS.has(column) ? column : attributeOf(column)));
  const isReadByMap = map?.ignoreOthers || columns.some((column) => isMapped(column) && KNOWN_BY.includes(attributeOf(column)));
  if (isReadByMap || !KNOWN_BY.every((name) => attributes.includes(name))) return undefined;
  const problems = absentColumns(columns, map);
  if (problems.length > 0) return { problems };
  const ours = Object.fromEntries(columns.filter((column) => OURS.has(column)).map((column) => [column, column]));
  const fields = { ignoreOthers: false, values: {}, ...map, columns: { ...ours, ...map?.columns } };
  const toRecord = (cells: string[]) => {
    const elements = attributes.flatMap((name, index) => elementsOf(name, cells[index]?.trim() ?? ''));
    return productRecord({ elements, feed: undefined }, reading, fields);
  };
  return { fields: attributes.map((name) => FIELD_OF.get(name)), values: {}, toRecord };
}

function elementsOf(name: string, text: string): ProductElement[] {
  const price = PRICES.get(name);
  if (price === undefined) return [{ name, text, parts: {} }];
  // A comma may also be that of a price.
  return text.split(/,(?=\s*[a-z]{2}:)/i).map((each) => {
    const parts = each.split(':').map((part) => part.trim());
    // Behind the price there may be how long it takes.
    const amount = parts[3] ?? parts.at(-1) ?? '';
    return { name, text: each, parts: { [price]: amount, ...(parts.length > 1 && { country: parts[0] ?? '' }) } };
  });
}
