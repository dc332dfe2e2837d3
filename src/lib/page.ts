/**
 * What every page is made from, and what `_payload.json` and `/web-api/page/…` answer (spec §3, Page response): the same
 * three keys everywhere, so that a page, its payload and its twin cannot differ.
 */
export interface Page<Data extends { type: string } = { type: string }> {
  pageData: Data;
  pageLayout: PageLayout;
  pageMetadata: PageMetadata;
}

export interface PageLayout {
  header: boolean;
  footer: boolean;
  background: 'grey' | 'white';
  breadcrumbs: Crumb[];
}

/** A step of the way from the home page down to this one. */
export interface Crumb {
  name: string;
  path: string;
}

export interface PageMetadata {
  title: string;
  description: string;
  /** Path and query of the canonical address. */
  canonical: string;
  robots: 'index,follow' | 'noindex,follow';
  /** Path of the picture shown where the page is shared. */
  image: string;
  dataLayer: DataLayer;
}

/** The page data layer (spec §3). */
interface DataLayer {
  pageType: string;
  section: string;
  group: string;
  name: string;
  pco: boolean;
  traffic: { subSection1: string; subSection2: string; subSection3: string; subSection4: string };
}

/** A data layer whose traffic sub-sections are its name split by colon (spec §3). */
export function dataLayer(layer: Omit<DataLayer, 'traffic' | 'name'> & { name: string[] }): DataLayer {
  const name = layer.name.map((part) => part.replaceAll(':', ' ')).join(':');
  const [subSection1 = '', subSection2 = '', subSection3 = '', subSection4 = ''] = name.split(':');
  return { ...layer, name, traffic: { subSection1, subSection2, subSection3, subSection4 } };
}

/** Path of the picture shown where a page is shared that is no deal's. */
export const SITE_PICTURE = '/share/site.png';

/**
 * The metadata of a page that is none of the catalogue's: about the visitor, of text, of a member and so on.
 * @param page `title` without the site's name; `name` is that of the data layer, beginning with its group
 */
export const siteMetadata = (
  siteName: string,
  {
    title,
    pageType,
    name,
    ...page
  }: Pick<PageMetadata, 'title' | 'description' | 'canonical' | 'robots'> & { pageType: string; name: [group: string, ...string[]] },
): PageMetadata => ({
  title: `${title} | ${siteName}`,
  ...page,
  image: SITE_PICTURE,
  dataLayer: dataLayer({ pageType, section: 'site', group: name[0], name, pco: false }),
});

/** The result of loading an address. */
export type LoadResult<P extends Page = Page> =
  { status: 200; page: P } | { status: 301; location: string } | { status: 404; message: string };
