import { useStore } from '@nanostores/react';
import { EmailField } from '../../../../ui/EmailField.tsx';
import { errorAt, Form } from '../../../../ui/Form.tsx';
import { TITLE_ID } from '../title.ts';
import { NewPasswordFields } from '../../NewPasswordFields.tsx';
import { $opened, closeModal, showView } from '../store.ts';
import { FormNotice } from '../../../../ui/FormNotice.tsx';
import { $reset, beginReset, submitNewPassword, submitRequest, setFields } from './store.ts';

/** Reset password: asking for the link, and the final step that the link opens (spec §2). */
export function ResetPassword() {
  const { step } = useStore($reset);
  const opened = useStore($opened);
  if (step === 'sent') return <Sent />;
  if (step === 'saved') return <Saved />;
  return (
    <>
      <h2 className="modal__title" id={TITLE_ID}>
        Reset Password
      </h2>
      {opened?.hash ? <FinalStep fault={opened.fault} /> : <RequestStep />}
    </>
  );
}

function RequestStep() {
  const { email, problem, busy } = useStore($reset);
  return (
    <Form problem={problem} busy={busy} onSubmit={(form) => submitRequest(form.checkValidity())}>
      <p>We send a link to your email address, with which you can choose a new password.</p>
      <EmailField value={email} onChange={(text) => setFields({ email: text })} error={errorAt('email', problem)} />
      <button className="button button--strong">Request Reset Link</button>
      <button type="button" className="link-button" onClick={() => showView('log-in')}>
        Back
      </button>
    </Form>
  );
}

function Sent() {
  const { email } = useStore($reset);
  return (
    <FormNotice title="Email Sent" titleId={TITLE_ID}>
      <p>If {email} belongs to a member, a link to choose a new password is on its way.</p>
      <button type="button" className="button button--strong" onClick={closeModal}>
        Continue
      </button>
    </FormNotice>
  );
}

/** @param props what is wrong with the link, which the answer to the form says once more */
function FinalStep({ fault }: { fault: string | undefined }) {
  const { password, confirmation, problem, busy } = useStore($reset);
  return (
    <Form problem={problem} busy={busy} onSubmit={submitNewPassword}>
      {fault !== undefined && !problem && (
        <p className="form__message form__message--error" role="alert">
          {fault}
        </p>
      )}
      <NewPasswordFields label="New Password" password={password} confirmation={confirmation} problem={problem} onChange={setFields} />
      <button className="button button--strong">Save</button>
      <button type="button" className="link-button" onClick={() => beginReset('')}>
        Request another link
      </button>
    </Form>
  );
}

function Saved() {
  return (
    <FormNotice title="Password Saved" titleId={TITLE_ID}>
      <p>You can log in with your new password now.</p>
      <button type="button" className="button button--strong" onClick={() => showView('log-in')}>
        Log In
      </button>
    </FormNotice>
  );
}
