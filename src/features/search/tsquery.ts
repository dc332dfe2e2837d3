/** Pieces of the language of `tsquery`; stems hold no quotes, and would be quoted if they did. */

export const lexeme = (stem: string): string => `'${stem.replace(/['\\]/g, (each) => each + each)}'`;

/** The same in the title or the variants alone. */
export const inTitle = (stem: string): string => `${lexeme(stem)}:AB`;

/** What begins with it. */
export const beginning = (stem: string): string => `${lexeme(stem)}:*`;

/** One word after the other. */
export const phrase = (stems: string[], each = lexeme): string => bracketed(stems.map(each).join(' <-> '), stems.length);

export const anyOf = (queries: string[]): string => bracketed([...new Set(queries)].join(' | '), queries.length);

export const allOf = (queries: string[]): string => bracketed(queries.join(' & '), queries.length);

const bracketed = (query: string, parts: number) => (parts === 1 ? query : `(${query})`);
