import { useStore } from '@nanostores/react';
import { Modal } from '../../../ui/Modal.tsx';
import { tabElementId } from '../../../ui/Tabs.tsx';
import { signInSettings } from '../sign-in-settings.ts';
import { ConnectProviders } from './social/ConnectProviders.tsx';
import { DealAlertSignUp } from './DealAlertSignUp.tsx';
import { Membership } from './Membership.tsx';
import { ResetPassword } from './reset/ResetPassword.tsx';
import { SignInTabs } from './SignInTabs.tsx';
import { $opened, closeModal } from './store.ts';
import { TITLE_ID } from './title.ts';

/** The registration and log-in modal, in whichever view it is (spec §2). */
export function AccountModal() {
  const opened = useStore($opened, { ssr: 'initial' });
  if (!opened) return null;
  const { view, logIn = true, reason } = opened;
  const entering = view === 'sign-up' || view === 'log-in';
  return (
    <Modal
      layout={signInSettings()}
      labelledBy={entering && logIn ? tabElementId(view) : TITLE_ID}
      aside={entering ? <Membership /> : undefined}
      onClose={closeModal}
    >
      {entering && reason !== undefined && <p className="modal__reason">{reason}</p>}
      {entering && <SignInTabs view={view} tabs={logIn} />}
      {view === 'reset' && <ResetPassword />}
      {view === 'deal-alert' && <DealAlertSignUp />}
      {view === 'connect' && <ConnectProviders />}
    </Modal>
  );
}
