/**
 * Uses the browser's storage, `localStorage` or `sessionStorage`, where there is any: a browser that refuses it throws as soon as it is named, and one that is full
 * when something is put there.
 * @returns what `use` returns; undefined when it throws, also because what is stored cannot be read
 */
export function inStorage<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
