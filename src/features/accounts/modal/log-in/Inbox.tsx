import { useStore } from '@nanostores/react';
import { FormNotice } from '../../../../ui/FormNotice.tsx';
import { $logIn, backTo } from './store.ts';

/** After a magic link was sent. */
export function Inbox() {
  const { identifier } = useStore($logIn);
  return (
    <FormNotice title="Check your inbox">
      <p>If {identifier} belongs to a member, a link to log in is on its way. It works once and for 10 minutes.</p>
      <button type="button" className="button" onClick={() => backTo('password')}>
        Or log in with password
      </button>
    </FormNotice>
  );
}
