/** Attributes of what a page says first about the form that led to it: the keyboard goes on from there, not from the top of the page. */
export const FOCUSED = { tabindex: '-1', autofocus: true } as const;
