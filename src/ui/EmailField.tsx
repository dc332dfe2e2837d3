import { Field, type FieldProps } from './Field.tsx';

/** The email address of the person who fills in the form. */
export function EmailField(props: Omit<FieldProps, 'label' | 'name' | 'type' | 'autoComplete'>) {
  return <Field {...props} label="Email Address" name="email" type="email" autoComplete="email" />;
}
