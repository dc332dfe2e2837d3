import { strFromU8, unzipSync } from 'fflate';
import sax from 'sax';

/** What the reader of workbooks does not tell of a cell: why it has no value, or the sign of its number's format, `%` or that of a currency. */
export interface CellMark {
  fault?: string | undefined;
  sign?: string | undefined;
}

/** Marks by row, from 1, and column, from 0. */
type CellMarks = Map<number, Map<number, CellMark>>;

/** A sheet's marks, and how far its cells reach. */
export interface MarkedSheet {
  marks: CellMarks;
  rows: number;
  columns: number;
}

/** Numbers of formats that every workbook has: 0 % and 0.00 %. Those of currencies mean that of whoever opens it. */
const PERCENTAGES = new Set(['9', '10']);

/**
 * The marks of a workbook's first sheet, and how far it reaches.
 * @param workbook an `.xlsx` file
 * @throws when it is no ZIP archive, or its parts are no XML
 */
export function cellMarks(workbook: Buffer): MarkedSheet {
  const read = (name: string) => strFromU8(unzipSync(workbook, { filter: (file) => file.name === name })[name] ?? new Uint8Array());
  const signs = signsOfFormats(read('xl/styles.xml'));
  const marks: CellMarks = new Map();
  let [rows, columns] = [0, 0];
  eachCell(read(firstSheet(read)), ({ place, format, ...cell }) => {
    const [fault, sign] = [faultOf(cell), signs[format]];
    const [, letters = '', digits = '0'] = /^([A-Z]+)(\d+)$/.exec(place) ?? [];
    const row = Number(digits);
    const column = [...letters].reduce((before, letter) => before * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    [rows, columns] = [Math.max(rows, row), Math.max(columns, column + 1)];
    if (fault === undefined && sign === undefined) return;
    const inRow = marks.get(row) ?? new Map<number, CellMark>();
    marks.set(row, inRow.set(column, { fault, sign }));
  });
  return { marks, rows, columns };
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

function eachCell(sheet: string, visit: (cell: Cell) => void): void {
  let cell: Cell = { place: '', type: '', format: -1, value: '', isFormula: false };
  eachElement(sheet, {
    open(name, { r = '', t = '', s = '-1' }) {
      if (name === 'c') cell = { place: r, type: t, format: Number(s), value: '', isFormula: false };
      if (name === 'f') cell.isFormula = true;
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

/** The sign of each format of cells, by its index. */
function signsOfFormats(styles: string): (string | undefined)[] {
  const codes = new Map<string, string>();
  const signs: (string | undefined)[] = [];
  let areOfCells = false;
  eachElement(styles, {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt') codes.set(numFmtId, formatCode);
      if (name === 'cellXfs') areOfCells = true;
      if (name === 'xf' && areOfCells) signs.push(PERCENTAGES.has(numFmtId) ? '%' : signOf(codes.get(numFmtId) ?? ''));
    },
    close(name) {
      if (name === 'cellXfs') areOfCells = false;
    },
  });
  return signs;
}

/** The sign in a format such as `0.0%`, `[$€-407] #,##0.00`, `"$"#,##0` or `#,##0 "USD"`. */
function signOf(code: string): string | undefined {
  const named = /\[\$([^\]-]+)/.exec(code)?.[1]?.trim() ?? /"\s*(\p{Sc}|[A-Z]{3})\s*"/u.exec(code)?.[1];
  if (named !== undefined) return /^(?:\p{Sc}|[A-Z]{3})$/u.test(named) ? named : undefined;
  const unquoted = code.replaceAll(/"[^"]*"|\[[^\]]*\]/g, '');
  return unquoted.includes('%') ? '%' : /\p{Sc}/u.exec(unquoted)?.[0];
}

/** Where the first sheet is in a workbook. */
function firstSheet(read: (name: string) => string): string {
  let id: string | undefined;
  let target = '';
  eachElement(read('xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'sheet') id ??= attributes['id'];
    },
  });
  eachElement(read('xl/_rels/workbook.xml.rels'), {
    open(name, { Id, Target = '' }) {
      if (name === 'Relationship' && Id === id) target = Target;
    },
  });
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
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
