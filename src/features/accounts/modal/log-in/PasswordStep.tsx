import { useStore } from '@nanostores/react';
import { errorAt, Form } from '../../../../ui/Form.tsx';
import { PasswordField } from '../../../../ui/PasswordField.tsx';
import { CaptchaCheckbox } from '../captcha/CaptchaCheckbox.tsx';
import { beginReset } from '../reset/store.ts';
import { SignedAddress } from '../SignedAddress.tsx';
import { $logIn, backTo, submitMagicLink, submitPassword, setFields } from './store.ts';

/** The password, and the ways in for whoever does not have it at hand. */
export function PasswordStep() {
  const { identifier, password, rememberMe, problem, busy } = useStore($logIn);
  return (
    <Form problem={problem} busy={busy} onSubmit={submitPassword}>
      <SignedAddress address={identifier} onBack={() => backTo('identifier')} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(text) => setFields({ password: text })}
        error={errorAt('password', problem)}
      />
      <div className="form__row">
        <label className="check">
          <input type="checkbox" checked={rememberMe} onChange={(event) => setFields({ rememberMe: event.target.checked })} />
          Remember me
        </label>
        <button type="button" className="link-button" onClick={() => beginReset(identifier)}>
          Forgot your password?
        </button>
      </div>
      <CaptchaCheckbox action="login" />
      <button className="button button--strong">Log In</button>
      <button type="button" className="button button--quiet" onClick={() => void submitMagicLink()}>
        Email Me a Link
      </button>
    </Form>
  );
}
