/** The legal notice of who runs the site. Magpie has no default for it, so the page exists only once editors have written it. */
export const IMPRINT = 'imprint';
/** The pages of text; each one's address is its name. */
export const TEXT_NAMES = ['about', 'help', 'terms', 'privacy', 'credits', IMPRINT] as const;
export type TextName = (typeof TEXT_NAMES)[number];

export const textPath = (name: TextName) => `/${name}`;

/** The name of the text at an address; undefined where there is none. */
export const textAt = (path: string): TextName | undefined => TEXT_NAMES.find((name) => textPath(name) === path);
