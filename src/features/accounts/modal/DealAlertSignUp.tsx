import { useStore } from '@nanostores/react';
import { Field } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import { TITLE_ID } from './title.ts';
import { CaptchaCheckbox } from './captcha/CaptchaCheckbox.tsx';
import { $dealAlert, submitDealAlert, writePassword } from './deal-alert-store.ts';
import { LegalLine } from './LegalLine.tsx';
import { NewPasswordField } from '../NewPasswordFields.tsx';
import { $opened } from './store.ts';

/** The registration that a deal alert still needs (spec §2, Deal-alert registration modal). */
export function DealAlertSignUp() {
  const { email = '' } = useStore($opened) ?? {};
  const { password, problem, busy } = useStore($dealAlert);
  return (
    <>
      <h2 className="modal__title" id={TITLE_ID}>
        One more step
      </h2>
      <Form problem={problem} busy={busy} onSubmit={submitDealAlert}>
        <p>Add a password to finish creating your deal alert</p>
        <Field label="Email Address" name="email" type="email" autoComplete="username" value={email} disabled onChange={() => undefined} />
        <NewPasswordField label="Password" password={password} problem={problem} onChange={writePassword} />
        <CaptchaCheckbox action="registration" />
        <button className="button button--strong">Sign Up</button>
        <LegalLine />
      </Form>
    </>
  );
}
