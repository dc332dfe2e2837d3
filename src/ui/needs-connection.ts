/** What is said where something was pressed or sent and the browser has no connection. */
export const NEEDS_CONNECTION = 'You are offline, and this needs a connection.';
