/**
 * A path of our own, from what a caller says (contract.md, Rules for every call).
 * @returns path with query and fragment; undefined for anything that leads elsewhere
 */
export function ownPath(text: string | null | undefined): string | undefined {
  if (!text?.startsWith('/')) return undefined;
  const base = 'http://own.invalid';
  if (!URL.canParse(text, base)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, base);
  // `//x` as a pathname would be a host again where it is read next.
  return origin === base && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : undefined;
}
