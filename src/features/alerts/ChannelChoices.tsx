import { useId } from 'react';
import { CHANNEL_NAMES, OFFERED_CHANNELS } from './channels.ts';
import type { Channel } from './contracts/alert-fields.ts';
import { changeDraft } from './draft-store.ts';

/** The ways in which an alert's member is told. */
export function ChannelChoices({ chosen, error }: { chosen: Channel[]; error: string | undefined }) {
  const id = useId();
  const choose = (channel: Channel, isOn: boolean) =>
    changeDraft({ notification: OFFERED_CHANNELS.filter((each) => (each === channel ? isOn : chosen.includes(each))) });
  return (
    <fieldset className="alert-form__channels" aria-describedby={error && `${id}-error`}>
      <legend className="field__label">Tell me by</legend>
      <div className="alert-form__checks">
        {OFFERED_CHANNELS.map((channel) => (
          <label className="check" key={channel}>
            <input
              type="checkbox"
              name="notification"
              checked={chosen.includes(channel)}
              onChange={({ target }) => choose(channel, target.checked)}
            />{' '}
            {CHANNEL_NAMES[channel]}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p className="field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
