/** The beginning of a text: as many UTF-16 units as are allowed, or one less where the last would be half of a character. */
export const beginningOf = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
