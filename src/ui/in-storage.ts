/**
 * Uses the browser's storage, `localStorage` or `sessionStorage`, if available: browsers that refuse it throw as soon as it is accessed,
 * and when it is full, storing throws.
 * @returns what `use` returns; undefined when it throws, also when the stored value cannot be parsed
 */
export function inStorage<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
