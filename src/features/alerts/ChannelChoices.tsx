import { useId } from 'react';
import { CHANNEL_NAMES, alertChannels } from './channels.ts';
import type { Channel } from '../../lib/alert-delivery.ts';
import { changeDraft } from './draft-store.ts';

/** The channels by which an alert notifies its member. */
export function ChannelChoices({ chosen, error }: { chosen: Channel[]; error: string | undefined }) {
  const id = useId();
  // Pushes come by the worker that keeps pages.
  const offered = alertChannels('keepsPages' in document.body.dataset);
  const choose = (channel: Channel, isOn: boolean) =>
    changeDraft({ notification: offered.filter((each) => (each === channel ? isOn : chosen.includes(each))) });
  return (
    <fieldset className="alert-form__channels" aria-describedby={error && `${id}-error`}>
      <legend className="field__label">Tell me by</legend>
      <div className="alert-form__checks">
        {offered.map((channel) => (
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
