import { createRoot } from 'react-dom/client';
import { AccountModal } from './AccountModal.tsx';
import { openModal, type Opened } from './store.ts';

let mounted = false;

/** Opens the modal, which is put into the page the first time. */
export function showModal(opened: Opened): void {
  openModal(opened);
  if (mounted) return;
  mounted = true;
  const container = document.createElement('div');
  document.body.append(container);
  createRoot(container).render(<AccountModal />);
}
