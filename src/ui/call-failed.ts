/**
 * Event of the window, with the error as its `detail`: a call was answered with a status of 500 or more. Apart from the error, because every
 * page listens for it before any makes a call.
 */
export const CALL_FAILED = 'call-failed';
