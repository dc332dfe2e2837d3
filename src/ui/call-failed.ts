/**
 * Event of the window, with the error as its `detail`: a call was answered with a status of 500 or more. Not in the error's file, because
 * every page listens for it before any makes a call.
 */
export const CALL_FAILED = 'call-failed';
