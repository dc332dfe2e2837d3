/** A page that was reloaded is not reloaded again so soon (spec §9, Chunk reload guard). */
const SUPPRESSED_MS = 10_000;

/**
 * Reloads the page when a script of it is gone from the server: it is of an older release (spec §8). Not when the script did not come for another
 * reason, nor when the visitor is being led elsewhere or has typed something (decision 051).
 */
export async function reloadWhenGone(error: unknown): Promise<void> {
  const leaving = new AbortController();
  addEventListener('beforeunload', () => leaving.abort());
  try {
    // Some browsers do not say which script it was. Names follow contents, so this script's own is gone where one is that it imports.
    const [address] = /https?:[^\s?]+/.exec(String(error)) ?? [import.meta.url];
    const { status } = await fetch(address, { method: 'HEAD', cache: 'no-store', signal: leaving.signal });
    const key = `reloaded:${location.pathname}`;
    const now = Date.now();
    if (status !== 404 || hasTyped() || now - Number(sessionStorage.getItem(key)) < SUPPRESSED_MS) return;
    sessionStorage.setItem(key, `${now}`);
    location.reload();
  } catch {
    // Without a network there is nothing newer; without storage nobody would know that it was done.
  }
}

const hasTyped = () =>
  [...document.querySelectorAll<HTMLInputElement>('input, textarea')].some(({ value, defaultValue }) => value !== defaultValue);
