import type { RecordIssue } from '../catalogue/check-record.ts';

/** What records are known by, refer to one another by, and what shoppers type: every character of it counts. */
const EXACT = new Set(['sourceId', 'deal', 'parent', 'member', 'postedBy', 'couponCode', 'code']);
export const isExact = (field: string): boolean => EXACT.has(field);

/** How spreadsheets show a long number, also in CSV: of 8806091234567 is left 8.80609E+12. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d{2,}$/i;
/** Errors of formulas, in English and as German spreadsheets write those that others have most. */
const ERROR = /^#(?:N\/A|NV|REF!|BEZUG!|VALUE!|WERT!|NAME\?|DIV\/0!|NUM!|ZAHL!|NULL!|SPILL!|CALC!)$/i;

/** A formula in place of its result, in any language of spreadsheets: a function with its brackets, a cell, or texts that are joined. */
const FORMULA = /^=(?:\p{L}[\p{L}\p{N}_.]*\(.*\)|\$?[A-Z]{1,3}\$?[1-9]\d*(?:[-+*/&].*)?|"[^"]*" ?&.*)$/su;

const DIGITS_LOST =
  'has lost its last digits in a spreadsheet; take the file anew from where it comes, without opening it there, or format that column as text and fill it again';

const FORMULA_ALONE =
  'is a formula, whose result is not in the file; save the table as CSV anew with what the cells show, or write the result in its place';

/**
 * What is wrong with the cells of a record that a spreadsheet has spoiled: errors of formulas, formulas whose results are not in the file, and
 * ids and codes whose last digits are lost, so that another record would be meant.
 */
export const spoiledProblems = (record: Record<string, unknown>): RecordIssue[] =>
  Object.entries(record).flatMap(([field, written]) => {
    const text = typeof written === 'string' ? written.trim() : '';
    const reason = ERROR.test(text)
      ? 'is the error of a formula; correct it in the spreadsheet, or empty the cell'
      : FORMULA.test(text)
        ? FORMULA_ALONE
        : isExact(field) && SHORTENED.test(text)
          ? DIGITS_LOST
          : undefined;
    return reason === undefined ? [] : [{ field, reason, value: JSON.stringify(written) }];
  });
