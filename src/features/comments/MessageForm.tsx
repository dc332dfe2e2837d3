import { useStore } from '@nanostores/react';
import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react';
import { BUSY, clearFault, type MessageForm as Form } from './form-store.ts';

interface Props {
  /** Id of its field, the same on the server and in the browser, where `useId` gives different ones (decision 042). */
  id: string;
  $form: Form;
  label: string;
  button: string;
  action: string;
  /** What the form sends besides the message, also without script. */
  hidden: Record<string, string>;
  /** Text to begin with. */
  text: string;
  /** Whether the focus is to go there. */
  focus: boolean;
  onType: (text: string) => void;
  onSubmit: (text: string) => void;
  children?: ReactNode;
}

/**
 * A form for a message. The text belongs to the browser, not to React: what is typed before the script comes, and what the
 * browser restores, stays.
 */
export function MessageForm({ id, $form, label, button, action, hidden, text, focus, onType, onSubmit, children }: Props) {
  const { busy, message } = useStore($form);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // What was typed before the script was there, and not the text to begin with, which is no draft.
    const typed = field.current?.value;
    if (typed) onType(typed);
  }, []);
  useEffect(() => {
    const { current } = field;
    if (!current) return;
    if (current.value === '') current.value = text;
    if (!focus) return;
    current.focus();
    current.setSelectionRange(current.value.length, current.value.length);
  }, [text, focus]);
  useEffect(() => {
    if (message !== null) field.current?.focus();
  }, [message]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (field.current) onSubmit(field.current.value);
  };
  return (
    <form className="message-form" method="post" action={action} noValidate aria-busy={busy} onSubmit={submit}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        className="field__input message-form__text"
        name="message"
        rows={4}
        required
        // What would be typed while it is being posted would be lost with the form.
        readOnly={busy}
        dir="auto"
        aria-invalid={message !== null}
        aria-describedby={message === null ? `${id}-help` : `${id}-error`}
        onInput={(event) => {
          clearFault($form);
          onType(event.currentTarget.value);
        }}
      />
      {message !== null && (
        <p className="field__error" id={`${id}-error`} role="alert">
          {message}
        </p>
      )}
      <div className="message-form__foot">
        <p className="message-form__help" id={`${id}-help`}>
          **bold**, *italic*, &gt; quote, - list, `code`
        </p>
        {children}
        <button className="button button--strong">{busy ? BUSY : button}</button>
      </div>
    </form>
  );
}
