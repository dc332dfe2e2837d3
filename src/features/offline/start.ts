/**
 * Watches the connection at once on a page that is shown as it was kept; on others once they are used.
 * @param load imports the script of the first interaction, which does that. Without a connection only scripts come that pages loaded before.
 */
export function startOffline(load: () => Promise<unknown>): void {
  if (document.querySelector('[data-kept]')) void load();
}
