import { useStore } from '@nanostores/react';
import { EmailField } from '../../../../ui/EmailField.tsx';
import { errorAt, Form } from '../../../../ui/Form.tsx';
import { CaptchaCheckbox } from '../captcha/CaptchaCheckbox.tsx';
import { LegalLine } from '../LegalLine.tsx';
import { NewPasswordFields } from '../../NewPasswordFields.tsx';
import { SignedAddress } from '../SignedAddress.tsx';
import { $opened, showView } from '../store.ts';
import { $signUp, backToEmail, submitEmail, submitPassword, setFields } from './store.ts';

/** Registration: the address, then the password (spec §2). */
export function SignUp() {
  const { step } = useStore($signUp);
  return (
    <>
      {step === 'email' ? <EmailStep /> : <PasswordStep />}
      <AlreadyMember />
      <LegalLine />
    </>
  );
}

function EmailStep() {
  const { email, problem, busy } = useStore($signUp);
  return (
    <Form problem={problem} busy={busy} onSubmit={submitEmail}>
      <EmailField value={email} onChange={(text) => setFields({ email: text })} error={errorAt('email', problem)} />
      <button className="button button--strong">Continue</button>
    </Form>
  );
}

function PasswordStep() {
  const { email, password, confirmation, problem, busy } = useStore($signUp);
  return (
    <Form problem={problem} busy={busy} onSubmit={submitPassword}>
      <SignedAddress address={email} onBack={backToEmail} />
      <NewPasswordFields label="Password" password={password} confirmation={confirmation} problem={problem} onChange={setFields} />
      <CaptchaCheckbox action="registration" />
      <button className="button button--strong">Sign Up</button>
    </Form>
  );
}

function AlreadyMember() {
  const opened = useStore($opened);
  return (
    <p className="account-switch">
      Already a member?{' '}
      {(opened?.logIn ?? true) ? (
        <button type="button" className="link-button" onClick={() => showView('log-in')}>
          Log In
        </button>
      ) : (
        <a href="/account/log-in">Log In</a>
      )}
    </p>
  );
}
