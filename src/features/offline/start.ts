/**
 * Watches the connection: at once on a kept page, otherwise after the first interaction.
 * @param load imports the script of the first interaction, which does that. Offline, only scripts that pages loaded before are available.
 */
export function startOffline(load: () => Promise<unknown>): void {
  if (document.querySelector('[data-kept]')) void load();
}
