import { useId, type HTMLInputTypeAttribute, type ReactNode } from 'react';

export interface FieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (text: string) => void;
  type?: HTMLInputTypeAttribute;
  autoComplete?: string;
  maxLength?: number;
  /** Which keys a phone shows. */
  inputMode?: 'decimal' | 'numeric';
  disabled?: boolean;
  /** Always shown below the input. */
  help?: string | undefined;
  /** Whether the requirement in `help` is met. */
  helpMet?: boolean;
  /** Why the value is invalid. */
  error?: string | undefined;
  /** A control at the input's end. */
  end?: ReactNode;
}

/** One line of input with its label, help and error. */
export function Field({ label, name, value, onChange, type = 'text', help, helpMet = false, error: given, end, ...input }: FieldProps) {
  const id = useId();
  // An error that repeats the help is shown only once, and disappears when the requirement is met.
  const error = helpMet && given === help ? undefined : given;
  const shownHelp = help === error ? undefined : help;
  const described = [error !== undefined && `${id}-error`, shownHelp !== undefined && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="field__line">
        <input
          {...input}
          className="field__input"
          id={id}
          name={name}
          type={type}
          value={value}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={described || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {end}
      </div>
      {error !== undefined && (
        <p className="field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {shownHelp !== undefined && (
        <p className={helpMet ? 'field__help field__help--met' : 'field__help'} id={`${id}-help`}>
          {shownHelp}
          {helpMet && <span className="visually-hidden"> (done)</span>}
        </p>
      )}
    </div>
  );
}
