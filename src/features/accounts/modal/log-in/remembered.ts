/** Where 'Remember me' keeps the address or username (spec §3, Browser storage). */
const KEY = 'regLoginModalSavedEmailOrUsername';

export const remembered = () => localStorage.getItem(KEY) ?? '';

export function remember(identifier: string, keep: boolean): void {
  if (keep) localStorage.setItem(KEY, identifier);
  else localStorage.removeItem(KEY);
}
