/** Asserts that a value exists. @throws if not, which is a bug of the program or of a page's markup */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value == null) throw new Error(`${what} is missing`);
  return value;
}
