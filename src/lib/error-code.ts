/** The code of an error of Node or the database, such as `ENOENT` or `23505`; undefined when an error has none. */
export function errorCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
