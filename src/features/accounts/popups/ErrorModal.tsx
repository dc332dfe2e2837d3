import { useStore } from '@nanostores/react';
import { Modal } from '../../../ui/Modal.tsx';
import { FormNotice } from '../../../ui/FormNotice.tsx';
import { $error, closeError } from './store.ts';

const TITLE_ID = 'error-title';

/** What went wrong, in a dialog titled 'Error' (spec §2, Error page). */
export function ErrorModal() {
  const message = useStore($error, { ssr: 'initial' });
  if (message === null) return null;
  return (
    <Modal layout={{ small: 'overlay', large: 'center' }} labelledBy={TITLE_ID} onClose={closeError}>
      <FormNotice title="Error" titleId={TITLE_ID}>
        <p role="alert">{message}</p>
        <button type="button" className="button" onClick={closeError}>
          OK
        </button>
      </FormNotice>
    </Modal>
  );
}
