import { useId } from 'react';
import { currencySign } from '../../lib/money.ts';
import { pageRegion } from '../../lib/page-region.ts';
import { EmailField } from '../../ui/EmailField.tsx';
import { Field } from '../../ui/Field.tsx';
import { errorAt, Form } from '../../ui/Form.tsx';
import { queuePopups } from '../accounts/popups/store.ts';
import { FREQUENCY_NAMES } from './channels.ts';
import { ChannelChoices } from './ChannelChoices.tsx';
import { LONGEST_TITLE } from './contracts/alert-fields.ts';
import { FREQUENCIES, type Frequency } from '../../lib/alert-delivery.ts';
import { changeDraft, submitAlert, writeEmail, type AddingAlert } from './draft-store.ts';
import { ForumChoices } from './ForumChoices.tsx';
import { HowOften } from './HowOften.tsx';

/** What a new alert is to find, and how its member is notified. */
export function AlertForm({ adding }: { adding: AddingAlert }) {
  const { draft, email, state, problem, isUnconfirmed, subject } = adding;
  const { currency, locale } = pageRegion();
  return (
    <Form problem={problem} busy={state === 'Adding'} onSubmit={() => void submitAlert()}>
      {isUnconfirmed && (
        <button type="button" className="button" onClick={() => queuePopups(['drawer'])}>
          Resend email
        </button>
      )}
      <div className="alert-form__pair">
        <Field
          label={`Highest price (${currencySign(currency, locale)})`}
          name="maxprice"
          inputMode="decimal"
          autoComplete="off"
          value={draft.maxprice}
          error={errorAt('maxprice', problem)}
          onChange={(maxprice) => changeDraft({ maxprice })}
        />
        <Field
          label="Minimum percent off"
          name="minpercent"
          inputMode="numeric"
          autoComplete="off"
          value={draft.minpercent}
          error={errorAt('minpercent', problem)}
          onChange={(minpercent) => changeDraft({ minpercent })}
        />
      </div>
      <div className="alert-form__checks">
        <Check label="Only at a new low" checked={draft.newlow} onChange={(newlow) => changeDraft({ newlow })} />
        <Check label="With coupon" checked={draft.coupon} onChange={(coupon) => changeDraft({ coupon })} />
      </div>
      <div className="alert-form__pair">
        <FrequencyChoice chosen={draft.frequency} />
        <ChannelChoices chosen={draft.notification} error={errorAt('notification', problem)} />
      </div>
      <details className="alert-form__more" open={problem?.at === 'votelevel' || problem?.at === 'title' || undefined}>
        <summary>More choices</summary>
        <Field
          label="Name (optional)"
          name="title"
          autoComplete="off"
          maxLength={LONGEST_TITLE}
          value={draft.title}
          error={errorAt('title', problem)}
          help={`Leave empty to call it “${subject.title}”`}
          onChange={(title) => changeDraft({ title })}
        />
        <Field
          label="Minimum votes"
          name="votelevel"
          inputMode="numeric"
          autoComplete="off"
          value={draft.votelevel}
          error={errorAt('votelevel', problem)}
          onChange={(votelevel) => changeDraft({ votelevel })}
        />
        <ForumChoices chosen={draft.targetforums} />
      </details>
      {email !== null && <EmailField value={email} error={errorAt('email', problem)} onChange={writeEmail} />}
      <HowOften />
      <button className="button button--strong">Create alert</button>
    </Form>
  );
}

function Check({ label, checked, onChange }: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} /> {label}
    </label>
  );
}

function FrequencyChoice({ chosen }: { chosen: Frequency }) {
  const id = useId();
  return (
    <div>
      <label className="field__label" htmlFor={id}>
        How often
      </label>
      <select
        className="field__input"
        id={id}
        name="frequency"
        value={chosen}
        onChange={({ target }) => changeDraft({ frequency: FREQUENCIES.find((each) => each === target.value) ?? 'instant' })}
      >
        {FREQUENCIES.map((each) => (
          <option key={each} value={each}>
            {FREQUENCY_NAMES[each]}
          </option>
        ))}
      </select>
    </div>
  );
}
