import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { FormNotice } from '../../../../ui/FormNotice.tsx';
import { PopupModal, popupTitleId } from '../PopupModal.tsx';
import { closePopup } from '../store.ts';
import { CustomName } from './CustomName.tsx';
import { RandomNames } from './RandomNames.tsx';
import { $username, loadUsernames } from './store.ts';

const TITLE_ID = popupTitleId('username');

/** 'Welcome': a new member chooses a name (spec §2). */
export function UsernamePopup() {
  const { view, chosen } = useStore($username);
  useEffect(() => void loadUsernames(), []);
  if (view === 'saved') {
    return (
      <PopupModal popup="username">
        <FormNotice key="saved" title="Great choice." titleId={TITLE_ID}>
          <p>
            You are <strong>{chosen}</strong> from now on.
          </p>
          <button type="button" className="button button--strong" onClick={() => closePopup('username')}>
            Next Step
          </button>
        </FormNotice>
      </PopupModal>
    );
  }
  return (
    <PopupModal popup="username">
      <h2 className="modal__title" id={TITLE_ID}>
        Welcome
      </h2>
      <p className="popup__lead">Choose the name that others see. You can change it later.</p>
      {view === 'random' ? <RandomNames /> : <CustomName />}
    </PopupModal>
  );
}
