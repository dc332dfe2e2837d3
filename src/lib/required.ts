/** A value that has to be there. @throws when it is not, which is a fault of the program or of a page's markup */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value == null) throw new Error(`${what} is missing`);
  return value;
}
