import { pageParam } from './exact-params.ts';

/** How many pages of `each` a list has; an empty one has one. */
export const pageCount = (total: number, each: number): number => Math.max(1, Math.ceil(total / each));

/** Reads which page is asked for (contract.md, Browse); undefined when `page` is no page number, which is a 404. */
export function pageBounds(query: URLSearchParams, each: number): { page: number; offset: number } | undefined {
  const page = pageParam(query);
  return page === undefined ? undefined : { page, offset: (page - 1) * each };
}

/** Address of a page of a list. */
export const pageAddress = (path: string) => (page: number) => (page === 1 ? path : `${path}?page=${page}`);
