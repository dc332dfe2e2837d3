import type { ReactNode } from 'react';
import { Modal, type ModalLayout } from '../../../ui/Modal.tsx';
import type { Popup } from '../after-load.ts';
import { closePopup } from './store.ts';

const LAYOUT: ModalLayout = { small: 'overlay', large: 'center' };

interface Props {
  popup: Popup;
  layout?: ModalLayout;
  children: ReactNode;
}

/** Id of the heading that names a popup. */
export const popupTitleId = (popup: Popup) => `popup-${popup}`;

/** The dialog around a popup. */
export function PopupModal({ popup, layout = LAYOUT, children }: Props) {
  return (
    <Modal layout={layout} labelledBy={popupTitleId(popup)} onClose={() => closePopup(popup)}>
      {children}
    </Modal>
  );
}
