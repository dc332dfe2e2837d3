/** Whether the browser's storage has an entry of such a name; some browsers keep none, and throw. */
export function hasStored(name: RegExp): boolean {
  try {
    return Object.keys(localStorage).some((key) => name.test(key));
  } catch {
    return false;
  }
}
