/** The call for a page's banner (spec §7). */
export const BANNER_CALL = '/ajax/bSubNavPlacement.php';

/** Address of the call for the banner of a page (spec §2, App shell). @param path of the page, without query */
export const bannerAddress = (path: string): string =>
  `${BANNER_CALL}?${new URLSearchParams({ section: path === '/' ? 'frontpage' : 'site', url: path })}`;
