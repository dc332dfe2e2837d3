/** Only the newest imports can be undone, and none that is older than so many days. */
export const UNDOABLE_IMPORTS = 50;
export const UNDOABLE_DAYS = 30;

export const UNDOABLE_TEXT = `imports can be undone for ${UNDOABLE_DAYS} days, the last ${UNDOABLE_IMPORTS} of them`;
