/** A text as a cell of CSV: quoted where it has to be. */
export const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A text of strangers for a spreadsheet, which takes what begins with one of these signs for a formula: an apostrophe makes it text. */
export const withoutFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
