import type { Opened } from './modal/store.ts';

/** Opens the registration and log-in modal, which brings React with it. False when its script does not come. */
export async function openSignIn(opened: Opened): Promise<boolean> {
  try {
    const { showModal } = await import('./modal/mount.tsx');
    showModal(opened);
    return true;
  } catch {
    return false;
  }
}

/** Brings the modal's script ahead of the click. */
export const prefetchSignIn = () => void import('./modal/mount.tsx').catch(() => undefined);
