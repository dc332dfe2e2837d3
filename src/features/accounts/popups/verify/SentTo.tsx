import { useStore } from '@nanostores/react';
import { $address } from '../store.ts';

/** Where the verification mail went. */
export function SentTo() {
  const address = useStore($address);
  return (
    <p>
      We've sent a verification email to <strong className="account-address">{address ?? 'your address'}</strong>.
    </p>
  );
}
