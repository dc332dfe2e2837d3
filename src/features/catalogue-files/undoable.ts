/** So many imports can be undone, the newest, and none that is older than so many days. */
export const UNDOABLE_IMPORTS = 50;
export const UNDOABLE_DAYS = 30;

export const UNDOABLE_TEXT = `what undoing needs is kept for ${UNDOABLE_DAYS} days and ${UNDOABLE_IMPORTS} imports`;
