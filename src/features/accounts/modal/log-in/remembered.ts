/** Where 'Remember me' keeps the address or username (spec §3, Browser storage). The server keeps none, and some browsers refuse to. */
const KEY = 'regLoginModalSavedEmailOrUsername';

export function remembered(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function remember(identifier: string, keep: boolean): void {
  try {
    if (keep) localStorage.setItem(KEY, identifier);
    else localStorage.removeItem(KEY);
  } catch {
    // It is typed again next time.
  }
}
