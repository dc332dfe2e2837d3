import { useStore } from '@nanostores/react';
import { ErrorModal } from './ErrorModal.tsx';
import { PasswordPopup } from './password/PasswordPopup.tsx';
import { $popups } from './store.ts';
import { UsernamePopup } from './username/UsernamePopup.tsx';
import { VerificationDrawer } from './verify/VerificationDrawer.tsx';
import { VerifyPopup } from './verify/VerifyPopup.tsx';

const SHOWN = { username: UsernamePopup, verify: VerifyPopup, password: PasswordPopup, drawer: VerificationDrawer };

/** The popup whose turn it is, and above it what went wrong (spec §2, Popups). */
export function Popups() {
  const [first] = useStore($popups, { ssr: 'initial' });
  const Shown = first && SHOWN[first];
  return (
    <>
      {Shown && <Shown key={first} />}
      <ErrorModal />
    </>
  );
}
