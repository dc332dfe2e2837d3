import { useStore } from '@nanostores/react';
import { Form } from '../../../../ui/Form.tsx';
import { NewPasswordFields } from '../../NewPasswordFields.tsx';
import { FormNotice } from '../../../../ui/FormNotice.tsx';
import { PopupModal, popupTitleId } from '../PopupModal.tsx';
import { closePopup } from '../store.ts';
import { $password, savePassword, skip, setFields } from './store.ts';

const TITLE_ID = popupTitleId('password');

/** Offers a password to whoever came without one: add it, then skipped or added (spec §2). */
export function PasswordPopup() {
  const { step } = useStore($password);
  return (
    <PopupModal popup="password">
      {step === 'initial' && <AddPassword />}
      {step === 'skipped' && (
        <FormNotice title="Password Skipped" titleId={TITLE_ID}>
          <p>
            You can add one at any time in your <a href="/forums/profile.php?do=accountsettings">account settings</a>.
          </p>
          <Done />
        </FormNotice>
      )}
      {step === 'added' && (
        <FormNotice title="Password Added" titleId={TITLE_ID}>
          <p>Now your account is even more secure.</p>
          <Done />
        </FormNotice>
      )}
    </PopupModal>
  );
}

function AddPassword() {
  const { password, confirmation, problem, busy } = useStore($password);
  return (
    <>
      <h2 className="modal__title" id={TITLE_ID}>
        Add a Password
      </h2>
      <p className="popup__lead">With a password you can log in even when you cannot get at your email.</p>
      <Form problem={problem} busy={busy} onSubmit={savePassword}>
        <NewPasswordFields label="Password" password={password} confirmation={confirmation} problem={problem} onChange={setFields} />
        <button className="button button--strong">Save My Password</button>
        <button type="button" className="button button--quiet" onClick={skip}>
          Remind me later
        </button>
      </Form>
    </>
  );
}

function Done() {
  return (
    <button type="button" className="button button--strong" onClick={() => closePopup('password')}>
      Done
    </button>
  );
}
