import { useState } from 'react';
import { Field, type FieldProps } from './Field.tsx';

/** A password, which can be shown. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false);
  const toggle = (
    <button type="button" className="field__end" onClick={() => setShown(!shown)}>
      <span>{shown ? 'Hide' : 'Show'}</span>
      <span className="visually-hidden"> {props.label.toLowerCase()}</span>
    </button>
  );
  return <Field {...props} type={shown ? 'text' : 'password'} end={toggle} />;
}
