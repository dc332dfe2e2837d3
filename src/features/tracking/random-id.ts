/** A random id of letters and digits; `crypto.randomUUID` is not there on pages without https. */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(36).padStart(2, '0')).join('');
