/**
 * Validates a path that a caller sent as one of this site (contract.md, Rules for every call).
 * @returns path with query and fragment; undefined for anything that leads elsewhere
 */
export function ownPath(text: string | null | undefined): string | undefined {
  if (!text?.startsWith('/')) return undefined;
  const base = 'http://own.invalid';
  if (!URL.canParse(text, base)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, base);
  // A pathname such as `//x` would be read as a host next time.
  return origin === base && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : undefined;
}
