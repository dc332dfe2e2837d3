/** Makes "Load more" add the next page's cards to those of this one; without its script it leads to that page. */
export function watchLoadMore(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('[data-load-more]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const grid = link.closest('.pager')?.parentElement?.querySelector<HTMLElement>(':scope > .deal-grid');
    if (!grid) return;
    event.preventDefault();
    import('./load-more.ts').then(({ loadMore }) => loadMore(link, grid)).catch(() => location.assign(link.href));
  });
}
