import { errorAt, type Problem } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { MESSAGES } from './messages.ts';
import { isLongEnough } from './password.ts';
import { isConfirmed } from './new-password.ts';

interface Props {
  label: string;
  password: string;
  confirmation: string;
  problem: Problem | null;
  onChange: (change: { password: string } | { confirmation: string }) => void;
}

/** A new password and its confirmation, each saying when it is right (spec §5). */
export function NewPasswordFields({ label, password, confirmation, problem, onChange }: Props) {
  return (
    <>
      <NewPasswordField label={label} password={password} problem={problem} onChange={onChange} />
      <PasswordField
        label={`Confirm ${label}`}
        name="confirmation"
        autoComplete="new-password"
        value={confirmation}
        onChange={(text) => onChange({ confirmation: text })}
        help={MESSAGES.confirmation}
        helpMet={isConfirmed(password, confirmation)}
        error={errorAt('confirmation', problem)}
      />
    </>
  );
}

/** A new password alone. */
export function NewPasswordField({
  label,
  password,
  problem,
  onChange,
}: Omit<Props, 'confirmation' | 'onChange'> & { onChange: (change: { password: string }) => void }) {
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete="new-password"
      value={password}
      onChange={(text) => onChange({ password: text })}
      help={MESSAGES.passwordHelp}
      helpMet={isLongEnough(password)}
      error={errorAt('password', problem)}
    />
  );
}
