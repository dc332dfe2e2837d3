import { useStore } from '@nanostores/react';
import { Field } from '../../../../ui/Field.tsx';
import { errorAt, Form } from '../../../../ui/Form.tsx';
import { Inbox } from './Inbox.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { $logIn, submitIdentifier, setFields } from './store.ts';

/** Logging in: who, then the password or a link by mail (spec §2). */
export function LogIn() {
  const { step } = useStore($logIn);
  if (step === 'inbox') return <Inbox />;
  return step === 'password' ? <PasswordStep /> : <IdentifierStep />;
}

function IdentifierStep() {
  const { identifier, notice, problem, busy } = useStore($logIn);
  return (
    <Form problem={problem} busy={busy} onSubmit={submitIdentifier}>
      {notice && (
        <p className="form__message" role="status">
          {notice}
        </p>
      )}
      <Field
        label="Email Address or Username"
        name="email"
        autoComplete="username"
        value={identifier}
        onChange={(text) => setFields({ identifier: text })}
        error={errorAt('email', problem)}
      />
      <button className="button button--strong">Continue</button>
    </Form>
  );
}
