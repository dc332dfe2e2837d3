import { FormNotice } from '../../../../ui/FormNotice.tsx';
import { PopupModal, popupTitleId } from '../PopupModal.tsx';
import { closePopup } from '../store.ts';
import { ResendEmail } from './ResendEmail.tsx';
import { SentTo } from './SentTo.tsx';

/** Asks a member to confirm the address (spec §2). */
export function VerifyPopup() {
  return (
    <PopupModal popup="verify">
      <FormNotice title="Verify Your Email" titleId={popupTitleId('verify')}>
        <SentTo />
        <p>Open it to confirm your address. Then you can vote, comment and get alerts.</p>
        <button type="button" className="button button--strong" onClick={() => closePopup('verify')}>
          Got It - I'll Verify
        </button>
        <ResendEmail />
      </FormNotice>
    </PopupModal>
  );
}
