/** Whether the browser's storage has an entry of such a name; some browsers keep none, and throw. */
export function keeps(name: RegExp): boolean {
  try {
    return Object.keys(localStorage).some((key) => name.test(key));
  } catch {
    return false;
  }
}
