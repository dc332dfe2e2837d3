/** A page of `/debug/…` (spec §2, Route table), for whoever develops or runs the site. */
export interface DebugPage {
  title: string;
  links: { title: string; href: string }[];
  /** Paths whose data the page can read. */
  fetched?: string[];
}

const PAGES: Record<string, DebugPage> = {
  'error-reporting': {
    title: 'Error reporting',
    links: [
      { title: 'A page that is not there', href: '/debug/nothing' },
      { title: 'A path of the feeds that is none', href: '/no-such-feed' },
    ],
  },
  'client-side-navigation': {
    title: 'Client-side navigation',
    links: [
      '/',
      '/popular',
      '/all',
      '/for-you',
      '/browse/coupons',
      '/search?q=monitor',
      '/about',
      '/account/log-in',
      '/debug/error-reporting',
    ].map((href) => ({ title: href, href })),
    fetched: ['/', '/popular', '/search?q=monitor', '/debug/nothing', '/no-such-feed'],
  },
};

/**
 * A debug page by the last part of its address; undefined when there is none.
 * @param throws whether the server may be asked for an error (`?throw=server`), which gets into its log
 * @throws Error on request, to show how errors are handled
 */
export function debugPage(name: string | undefined, query: URLSearchParams, throws: boolean): DebugPage | undefined {
  const page = name !== undefined && Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
  if (!page || !throws) return page;
  if (query.get('throw') === 'server') throw new Error('Thrown by /debug/error-reporting, as it was asked to.');
  return { ...page, links: [...page.links, { title: 'An error in the server', href: '/debug/error-reporting?throw=server' }] };
}
