import { useStore } from '@nanostores/react';
import { $resend, resend } from './store.ts';

/** Sends the verification mail again, and says so. */
export function ResendEmail() {
  const state = useStore($resend);
  return (
    <div>
      <button type="button" className="link-button" onClick={() => void resend()}>
        Resend email
      </button>
      <p role="status" className="popup__check">
        {state === 'sent' && 'The email is on its way again.'}
      </p>
    </div>
  );
}
