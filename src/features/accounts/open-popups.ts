import type { Popup } from './after-load.ts';

/** Shows popups one after the other, after those that already wait. */
export async function openPopups(popups: Popup[], email?: string): Promise<void> {
  if (popups.length === 0) return;
  try {
    const { showPopups } = await import('./popups/mount.tsx');
    showPopups(popups, email);
  } catch (error) {
    console.warn('The popups did not load', error);
  }
}
