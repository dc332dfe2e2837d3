/** A page is not reloaded again within this time (spec §9, Chunk reload guard). */
const SUPPRESSED_MS = 10_000;

/**
 * Reloads the page when one of its scripts no longer exists on the server, because the page is of an older release (spec §8). Not when the
 * script failed for another reason, and not when the visitor is leaving the page or has typed something (decision 051).
 */
export async function reloadWhenGone(error: unknown): Promise<void> {
  const leaving = new AbortController();
  addEventListener('beforeunload', () => leaving.abort());
  try {
    // Some browsers do not name the script. File names contain digests, so if an imported script is gone, this script's own file is, too.
    const [address] = /https?:[^\s?]+/.exec(String(error)) ?? [import.meta.url];
    const { status } = await fetch(address, { method: 'HEAD', cache: 'no-store', signal: leaving.signal });
    const key = `reloaded:${location.pathname}`;
    const now = Date.now();
    if (status !== 404 || hasTyped() || now - Number(sessionStorage.getItem(key)) < SUPPRESSED_MS) return;
    sessionStorage.setItem(key, `${now}`);
    location.reload();
  } catch {
    // Not without a network, as nothing newer can be loaded, nor without storage, as the reload could not be recorded.
  }
}

const hasTyped = () =>
  [...document.querySelectorAll<HTMLInputElement>('input, textarea')].some(({ value, defaultValue }) => value !== defaultValue);
