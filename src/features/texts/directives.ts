/** Directives in texts that the site fills in, in the syntax of the proposal for generic directives, which remark and others follow. */

/** Blocks, each on a line of its own: `::cookies`. */
export const BLOCKS = {
  cookies: 'a list of the cookies and storage that the site uses in browsers',
  tracking: 'what is counted of visits, by the settings of the site',
  'account-data': 'what the site keeps of its members, and for how long',
  'account-deletion': 'what goes and what stays when a member deletes their account',
  'third-parties': 'who else gets to know of visitors, by the settings of the site',
  'demo-credits': 'the sources of the demo data, as long as it is shown',
} as const;
export type BlockName = keyof typeof BLOCKS;

/** Values within a line: `:site-name`. */
export const VALUES = { 'site-name': 'the name of the site', 'contact-email': 'the address to write to' } as const;
export type ValueName = keyof typeof VALUES;

export const isBlock = (name: string): name is BlockName => Object.hasOwn(BLOCKS, name);
export const isValue = (name: string): name is ValueName => Object.hasOwn(VALUES, name);

/** A block's line. */
export const BLOCK_LINE = /^::([a-z][a-z0-9-]*)[ \t]*$/;
/** A value that does not directly follow a word or another colon. */
export const VALUE = /(?<![\w:\\]):([a-z](?:-?[a-z0-9])*)(?![\w:])/g;

/** Fills the values into text that has no other markup. */
export const fillValues = (text: string, values: Record<ValueName, string>): string =>
  text.replaceAll(VALUE, (typed, name: string) => (isValue(name) ? values[name] : typed));
