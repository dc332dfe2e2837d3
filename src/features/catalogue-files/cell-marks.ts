import { strFromU8, unzipSync } from 'fflate';
import sax from 'sax';
import { currenciesOf } from '../../lib/currency-signs.ts';
import { placeOf, mergedCellOf, type MergedCell } from './merged-cells.ts';

/** What the reader of workbooks does not tell of a cell: why it has no value, or what the format of its number adds to it. */
export interface CellMark {
  fault?: string | undefined;
  /** `%`, or that of a currency. */
  sign?: string | undefined;
  /** How the number is shown with as many digits as its format has zeros. */
  digits?: Digits | undefined;
}

/** What is before and behind the digits of a number, and how many there are at least. */
export interface Digits {
  before: string;
  least: number;
  behind: string;
}

/** Marks by row, from 1, and column, from 0. */
type CellMarks = Map<number, Map<number, CellMark>>;

/** A sheet's marks, and how far its cells reach. */
export interface MarkedSheet {
  marks: CellMarks;
  /** Rows that the workbook hides, by hand or by a filter. */
  hidden: ReadonlySet<number>;
  /** Cells that are merged with those below them. */
  merged: MergedCell[];
  rows: number;
  columns: number;
  /** Its place among the sheets, from 1. */
  place: number;
  /** Whether the workbook counts its dates from 1904, and says so by a word, which its reader does not know. */
  startsIn1904: boolean;
}

/** Numbers of formats that every workbook has: 0 % and 0.00 %. Those of currencies mean that of whoever opens it. */
const PERCENTAGES = new Set(['9', '10']);

/**
 * The marks of a workbook's first sheet that is not hidden, and how far it reaches.
 * @param workbook an `.xlsx` file
 * @throws when it is no ZIP archive, or its parts are no XML
 */
export function cellMarks(workbook: Buffer): MarkedSheet {
  const read = (name: string) => strFromU8(unzipSync(workbook, { filter: (file) => file.name === name })[name] ?? new Uint8Array());
  const formats = formatsOfCells(read('xl/styles.xml'));
  const marks: CellMarks = new Map();
  const [hidden, merged] = [new Set<number>(), new Array<MergedCell>()];
  let [rows, columns] = [0, 0];
  const { path, ...sheet } = firstSheet(read);
  eachCell(read(path), { hidden, merged }, ({ place, format, ...cell }) => {
    const [fault, { sign, digits } = {}] = [faultOf(cell), formats[format]];
    const { row, column } = placeOf(place);
    [rows, columns] = [Math.max(rows, row), Math.max(columns, column + 1)];
    if (fault === undefined && sign === undefined && digits === undefined) return;
    const inRow = marks.get(row) ?? new Map<number, CellMark>();
    marks.set(row, inRow.set(column, { fault, sign, digits }));
  });
  return { marks, hidden, merged, rows, columns, ...sheet };
}

interface Cell {
  /** Such as `B12`. */
  place: string;
  /** The index of its format. */
  format: number;
  type: string;
  value: string;
  isFormula: boolean;
}

/** Calls `visit` with the cells of a sheet. @param found gets the rows that are hidden, and the cells that are merged with those below them */
function eachCell(sheet: string, found: { hidden: Set<number>; merged: MergedCell[] }, visit: (cell: Cell) => void): void {
  let cell: Cell = { place: '', type: '', format: -1, value: '', isFormula: false };
  eachElement(sheet, {
    open(name, { r = '', t = '', s = '-1', hidden = '', ref = '' }) {
      // Excel writes a 1, LibreOffice the word.
      if (name === 'row' && (hidden === '1' || hidden === 'true')) found.hidden.add(Number(r));
      if (name === 'c') cell = { place: r, type: t, format: Number(s), value: '', isFormula: false };
      if (name === 'f') cell.isFormula = true;
      const mergedCell = name === 'mergeCell' ? mergedCellOf(ref) : undefined;
      if (mergedCell) found.merged.push(mergedCell);
    },
    close(name, text) {
      if (name === 'v') cell.value = text;
      if (name === 'c') visit(cell);
    },
  });
}

function faultOf({ type, value, isFormula }: Pick<Cell, 'type' | 'value' | 'isFormula'>): string | undefined {
  if (type === 'e') return `has the error ${value} in the workbook; correct its formula, or empty the cell`;
  // A formula whose result is an empty text has that type.
  const isUncalculated = isFormula && value === '' && type !== 'str';
  return isUncalculated ? 'has a formula without a result; open the workbook in a spreadsheet program and save it again' : undefined;
}

/** What each format of cells adds to numbers, by its index. */
function formatsOfCells(styles: string): Pick<CellMark, 'sign' | 'digits'>[] {
  const codes = new Map<string, string>();
  const formats: Pick<CellMark, 'sign' | 'digits'>[] = [];
  let areOfCells = false;
  eachElement(styles, {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt') codes.set(numFmtId, formatCode);
      if (name === 'cellXfs') areOfCells = true;
      if (name !== 'xf' || !areOfCells) return;
      const code = codes.get(numFmtId) ?? '';
      formats.push(PERCENTAGES.has(numFmtId) ? { sign: '%' } : { sign: signOf(code), digits: digitsOf(code) });
    },
    close(name) {
      if (name === 'cellXfs') areOfCells = false;
    },
  });
  return formats;
}

/** The digits of a format such as `00000000` or `"DE-"0000`, which numbers have with zeros in front; undefined for another one. */
function digitsOf(code: string): Digits | undefined {
  const LITERALS = String.raw`((?:"[^"]*"|\\.|[-/ ])*)`;
  const [, before = '', zeros = '', behind = ''] = new RegExp(`^${LITERALS}(0{2,})${LITERALS}(?:;.*)?$`, 's').exec(code) ?? [];
  return zeros === '' ? undefined : { before: literal(before), least: zeros.length, behind: literal(behind) };
}

const literal = (code: string) => code.replaceAll(/"([^"]*)"|\\(.)/gs, '$1$2');

/** The sign in a format such as `0.0%`, `[$€-407] #,##0.00`, `"$"#,##0`, `#,##0 "USD"` or `#,##0.00 "zł"`. */
function signOf(code: string): string | undefined {
  const inBrackets = /\[\$([^\]-]+)/.exec(code)?.[1]?.trim();
  // What stands there is always a currency. One that nobody knows is refused where the price is read, in place of being taken for the site's.
  if (inBrackets) return inBrackets;
  const quoted = Array.from(code.matchAll(/"([^"]*)"/g), ([, text = '']) => text.trim()).find(isCurrency);
  if (quoted !== undefined) return quoted;
  const unquoted = code.replaceAll(/"[^"]*"|\[[^[\]]*\]/g, '');
  // Behind a backslash the sign is a letter as any other, and the number is not multiplied.
  return unquoted.replaceAll(/\\./g, '').includes('%') ? '%' : /\p{Sc}/u.exec(unquoted)?.[0];
}

/** Whether a word in a format is the name of a currency. Three small letters are none: `all` and `top` are words, and codes as well. */
const isCurrency = (name: string) =>
  /^(?:\p{Sc}|[A-Z]{3})$/u.test(name) || (!/^[a-z]{3}$/.test(name) && currenciesOf(name, 'en', '').length > 0);

/** Where the first sheet is in a workbook that is not hidden, and how the workbook counts its dates. */
function firstSheet(read: (name: string) => string): Pick<MarkedSheet, 'place' | 'startsIn1904'> & { path: string } {
  const sheets: { id: string | undefined; isHidden: boolean }[] = [];
  let startsIn1904 = false;
  eachElement(read('xl/workbook.xml'), {
    open(name, { id, state = 'visible', date1904 }) {
      if (name === 'sheet') sheets.push({ id, isHidden: state !== 'visible' });
      // LibreOffice writes the word, Excel a 1.
      if (name === 'workbookPr') startsIn1904 = date1904 === 'true';
    },
  });
  const index = Math.max(
    sheets.findIndex(({ isHidden }) => !isHidden),
    0,
  );
  let target = '';
  eachElement(read('xl/_rels/workbook.xml.rels'), {
    open(name, { Id, Target = '' }) {
      if (name === 'Relationship' && Id === sheets[index]?.id) target = Target;
    },
  });
  return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, place: index + 1, startsIn1904 };
}

interface Visitor {
  open(name: string, attributes: Partial<Record<string, string>>): void;
  /** @param text what stands in the element since the last tag */
  close?(name: string, text: string): void;
}

/** Calls a visitor with the elements of an XML document, whose names and whose attributes' names come without prefixes. */
function eachElement(xml: string, { open, close }: Visitor): void {
  const parser = sax.parser(true);
  let text = '';
  parser.onopentag = ({ name, attributes }) => {
    text = '';
    open(bare(name), Object.fromEntries(Object.entries(attributes).map(([key, value]) => [bare(key), String(value)])));
  };
  parser.ontext = (part) => (text += part);
  parser.onclosetag = (name) => close?.(bare(name), text);
  parser.onerror = (error) => {
    throw error;
  };
  parser.write(xml).close();
}

const bare = (name: string) => name.slice(name.indexOf(':') + 1);
