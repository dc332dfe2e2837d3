import { mountOnce } from '../../../ui/mount-once.tsx';
import { AccountModal } from './AccountModal.tsx';
import { openModal, type Opened } from './store.ts';

/** Opens the modal, which is put into the page the first time. */
export function showModal(opened: Opened): void {
  openModal(opened);
  mountOnce(AccountModal);
}
