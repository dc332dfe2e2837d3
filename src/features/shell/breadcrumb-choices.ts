/** Makes the breadcrumb of the list that the visitor came from link back to it as it was: with its sort, filters and page. */
export function keepChoicesInBreadcrumbs(): void {
  const from = URL.parse(document.referrer);
  if (!from?.search || from.origin !== location.origin) return;
  for (const crumb of document.querySelectorAll<HTMLAnchorElement>('.breadcrumbs a'))
    if (crumb.pathname === from.pathname) crumb.search = from.search;
}
