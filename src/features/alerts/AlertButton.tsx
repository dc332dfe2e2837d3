import type { SubmitEvent } from 'react';
import { ALERT_PAGE, subjectFields } from './address.ts';
import { openAlert } from './store.ts';
import type { AlertSubject } from './subject.ts';
import '../../ui/rendered-anew.ts';

interface Props {
  subject: AlertSubject;
  /** Whether a phone shows its bell alone. */
  compact?: boolean;
}

/** Opens the dialog that makes an alert. Without script the form leads to a page. */
export function AlertButton({ subject, compact = false }: Props) {
  const open = (event: SubmitEvent) => {
    event.preventDefault();
    openAlert(subject);
  };
  return (
    <form className="alert-button" method="get" action={ALERT_PAGE} onSubmit={open}>
      {subjectFields(subject).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        className={compact ? 'button button--quiet alert-button--compact' : 'button button--quiet'}
        data-criteria-id={subject.criteriaId}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13zM8.5 18h3" />
        </svg>
        <span>Create deal alert</span>
      </button>
    </form>
  );
}
