/** What a search address asks for (spec §2, Query parameters and Search box behaviour). */
export interface SearchQuery {
  q: string;
  page: number;
  stores: string[];
  brands: string[];
  categories: string[];
  forum: string | undefined;
  hideExpired: boolean;
}

const LONGEST_QUERY = 200;
const MOST_FILTERS = 20;

/** Reads a search address; undefined when `page` is no page number, which is a 404. */
export function searchQuery(query: URLSearchParams): SearchQuery | undefined {
  const page = query.get('page') ?? '1';
  if (!/^[1-9]\d{0,6}$/.test(page)) return undefined;
  const filter = (name: string) => query.getAll(`filters[${name}][]`).filter(Boolean).slice(0, MOST_FILTERS);
  return {
    q: (query.get('q') ?? '').trim().slice(0, LONGEST_QUERY),
    page: Number(page),
    stores: filter('store'),
    brands: filter('brand'),
    categories: filter('category'),
    forum: filter('forum')[0] ?? (query.get('f') || undefined),
    hideExpired: query.get('hideexpired') === '1',
  };
}

/** The address of a page of results. */
export function searchAddress(query: SearchQuery, page: number): string {
  const params = new URLSearchParams({ q: query.q });
  for (const [name, values] of Object.entries({ store: query.stores, brand: query.brands, category: query.categories }))
    for (const value of values) params.append(`filters[${name}][]`, value);
  if (query.forum) params.append('filters[forum][]', query.forum);
  if (query.hideExpired) params.set('hideexpired', '1');
  if (page > 1) params.set('page', String(page));
  return `/search?${params}`;
}
