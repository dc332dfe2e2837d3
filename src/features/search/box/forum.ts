/** A forum that a search is within (spec §3, Forum selection). */
export interface Forum {
  label: string;
  value: string;
}

/** Name of the form's field and of the query parameter (spec §2). */
export const FORUM_FIELD = 'filters[forum][]';
/** Its short form, used only in addresses. */
const FORUM_SHORT = 'f';

/** The forum that results are restricted to; undefined for none or several. */
export function forumOf({ chosen }: { chosen: { forum: { id: number; name: string }[] } }): Forum | undefined {
  const [only, ...more] = chosen.forum;
  return only && more.length === 0 ? { label: only.name, value: String(only.id) } : undefined;
}

/** The forum named by an address, by id or slug. */
export const forumNamed = (query: URLSearchParams): string | undefined =>
  query.getAll(FORUM_FIELD).find(Boolean) ?? (query.get(FORUM_SHORT) || undefined);

/** Path and query of the first page of an address without its forum. */
export function withoutForum({ pathname, searchParams }: URL): string {
  const rest = new URLSearchParams(searchParams);
  for (const name of [FORUM_FIELD, FORUM_SHORT, 'page']) rest.delete(name);
  return rest.size > 0 ? `${pathname}?${rest}` : pathname;
}
