import { FormNotice } from '../../../../ui/FormNotice.tsx';
import { PopupModal, popupTitleId } from '../PopupModal.tsx';
import { ResendEmail } from './ResendEmail.tsx';
import { SentTo } from './SentTo.tsx';

/** Says what the verification is good for (spec §2, Verification-sent drawer). */
export function VerificationDrawer() {
  return (
    <PopupModal popup="drawer" layout={{ small: 'drawer', large: 'bottom-left' }}>
      <FormNotice title="Verify Your Email" titleId={popupTitleId('drawer')}>
        <SentTo />
        <p>Once your address is verified you can vote, earn cashback rewards and set up custom deal alerts.</p>
        <ResendEmail />
      </FormNotice>
    </PopupModal>
  );
}
