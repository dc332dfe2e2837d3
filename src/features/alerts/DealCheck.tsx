import { useStore } from '@nanostores/react';
import { Field } from '../../ui/Field.tsx';
import { dealAnswer, LONGEST_DEAL } from './deal-question.ts';
import { changeDraft } from './draft-store.ts';
import { $preview } from './preview-store.ts';
import { WhyList } from './WhyList.tsx';

/** Says why an alert would announce a deal that somebody names, or would not. */
export function DealCheck({ deal }: { deal: string }) {
  const preview = useStore($preview);
  const answer = dealAnswer(deal, 'found' in preview ? preview.found : undefined);
  // While somebody types, what is wrong waits for the answer.
  const error = preview.state !== 'pending' && answer && 'message' in answer ? answer.message : undefined;
  return (
    <div className="why">
      <Field
        label="Check a deal: address or number"
        name="deal"
        autoComplete="off"
        maxLength={LONGEST_DEAL}
        value={deal}
        error={error}
        onChange={(text) => changeDraft({ deal: text })}
      />
      <div aria-live="polite">{answer && 'why' in answer && <WhyList why={answer.why} />}</div>
    </div>
  );
}
