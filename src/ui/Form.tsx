import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react';

/** Why a form was refused: because of one field, or as a whole. */
export interface Problem {
  at: string | null;
  message: string;
}

/** What a field shows of a problem. */
export const errorAt = (name: string, problem: Problem | null) => (problem?.at === name ? problem.message : undefined);

interface Props {
  problem: Problem | null;
  busy: boolean;
  /** Called with the form, whose inputs know whether they are valid. */
  onSubmit: (form: HTMLFormElement) => void;
  children: ReactNode;
}

const FIRST_FIELD = 'input:not([disabled], [hidden])';

/** A form that begins at its first field, announces what is wrong, and moves the focus there (spec §8). */
export function Form({ problem, busy, onSubmit, children }: Props) {
  const ref = useRef<HTMLFormElement>(null);
  const isNew = useRef(true);
  useEffect(() => {
    const form = ref.current;
    if (!form) return;
    const field = problem ? form.querySelector<HTMLElement>(problem.at ? `[name="${problem.at}"]` : '[role="alert"]') : null;
    // Keyboard users who move through tabs keep their focus there.
    const walks = document.activeElement?.getAttribute('role') === 'tab';
    if (field) field.focus();
    else if (isNew.current && !walks) form.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    isNew.current = false;
  }, [problem]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
    // Some browsers and password managers fill fields in without an event, and React would not know of it.
    for (const field of form.querySelectorAll('input')) field.dispatchEvent(new Event('input', { bubbles: true }));
    onSubmit(form);
  };
  return (
    <form ref={ref} className="form" noValidate aria-busy={busy} onSubmit={submit}>
      {problem && problem.at === null && (
        <p className="form__message form__message--error" role="alert" tabIndex={-1}>
          {problem.message}
        </p>
      )}
      {children}
    </form>
  );
}
