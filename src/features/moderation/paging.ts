/** Reads which page is asked for (contract.md, Browse); undefined when `page` is no page number, which is a 404. */
export function pageBounds(query: URLSearchParams, each: number): { page: number; offset: number } | undefined {
  const page = query.get('page') ?? '1';
  if (!/^[1-9]\d{0,6}$/.test(page)) return undefined;
  return { page: Number(page), offset: (Number(page) - 1) * each };
}

/** Address of a page of a list. */
export const pageAddress = (path: string) => (page: number) => (page === 1 ? path : `${path}?page=${page}`);
