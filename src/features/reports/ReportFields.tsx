import { useId, useState } from 'react';
import { Choices } from '../../ui/Choices.tsx';
import { Form, type Problem } from '../../ui/Form.tsx';
import { MESSAGES } from './contracts/report.ts';
import { LONGEST_NOTE, reasonsFor, type Reason } from './report.ts';
import { report } from './send-report.ts';
import type { Reportable } from './store.ts';

interface Props {
  post: Reportable;
  onSent: () => void;
}

/** Why a post is reported, and what the member wants to add. */
export function ReportFields({ post, onSent }: Props) {
  const [reason, setReason] = useState<Reason>();
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const noteId = useId();
  const reasons = reasonsFor(post.kind, post.isExpired);

  const send = async () => {
    if (!reason) return setProblem({ at: null, message: MESSAGES.noReason });
    setBusy(true);
    const done = await report(post, reason, note);
    setBusy(false);
    if (done === 'sent') onSent();
    else if (done) setProblem({ at: null, message: done.error });
  };
  return (
    <Form problem={problem} busy={isBusy} onSubmit={() => void send()}>
      <Choices
        label="Reason"
        name="reason"
        choices={reasons}
        chosen={reason ?? ''}
        onChoose={(choice) => setReason(reasons.find((one) => one === choice))}
      />
      <div>
        <label className="field__label" htmlFor={noteId}>
          Note (optional)
        </label>
        <textarea
          className="field__input report__note"
          id={noteId}
          rows={3}
          maxLength={LONGEST_NOTE}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      <button className="button button--strong">Send report</button>
    </Form>
  );
}
