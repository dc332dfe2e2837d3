/** Pieces of the language of `tsquery`; stems hold no quotes, and would be quoted if they did. */

export const lexeme = (stem: string): string => `'${stem.replace(/['\\]/g, (each) => each + each)}'`;

/** The same in the title or the variants alone. */
export const inTitle = (stem: string): string => `${lexeme(stem)}:AB`;

/** One word after the other. */
export const phrase = (stems: string[], each = lexeme): string =>
  stems.length === 1 ? each(stems[0]!) : `(${stems.map(each).join(' <-> ')})`;

export const either = (queries: string[]): string => (queries.length === 1 ? queries[0]! : `(${[...new Set(queries)].join(' | ')})`);

export const allOf = (queries: string[]): string => (queries.length === 1 ? queries[0]! : `(${queries.join(' & ')})`);
