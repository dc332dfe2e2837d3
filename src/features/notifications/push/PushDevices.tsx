import { useEffect, useState, type SubmitEvent } from 'react';
import { formatDate } from '../../../lib/dates.ts';
import { PUSH_CALL } from '../../../lib/push-call.ts';
import { DEFAULT_REGION, type Region } from '../../../lib/region.ts';
import type { ShownDevice } from '../contracts/push-devices.ts';
import { subscribePushCall } from '../contracts/subscribe-push.ts';
import { unsubscribePushCall } from '../contracts/unsubscribe-push.ts';
import { ownEndpoint, pushState, disablePush, enablePush, type PushState } from './push-browser.ts';
import '../../../ui/rendered-anew.ts';

interface Props {
  /** The site's, for browsers. */
  publicKey: string;
  devices: ShownDevice[];
  securitytoken: string;
  /** How dates are written, where the site sets it. */
  region?: Region;
}

const WHY_NOT: Record<Exclude<PushState, 'possible'>, string> = {
  unsupported: 'This browser does not support push. On an iPhone or iPad, add the site to the Home Screen and open it there.',
  denied: 'Your browser blocks notifications from this site. Allow them in its settings for this site, then load this page again.',
};

/** Turns push on and off on this device, and lists the member's devices. Without script devices can be removed. */
export function PushDevices({ publicKey, devices: known, securitytoken, region = DEFAULT_REGION }: Props) {
  const [devices, setDevices] = useState(known);
  const [state, setState] = useState<PushState>('possible');
  const [endpoint, setEndpoint] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState('');

  const look = async () => {
    setState(pushState());
    setEndpoint(await ownEndpoint().catch(() => undefined));
  };
  useEffect(() => void look(), []);

  const own = devices.find((device) => device.endpoint === endpoint);
  const change = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setMessage('');
    const outcome = await (own ? disablePush(own.endpoint) : enablePush(publicKey));
    await look();
    if ('devices' in outcome) setDevices(outcome.devices);
    setMessage('problem' in outcome ? outcome.problem : own ? 'Push is off for this device.' : 'Push is on for this device.');
    setBusy(false);
  };

  return (
    <div className="push">
      {state === 'possible' ? (
        <form className="form" method="post" action={PUSH_CALL} onSubmit={(event) => void change(event)} aria-busy={isBusy}>
          <input type="hidden" name="do" value={subscribePushCall.do} />
          <input type="hidden" name="securitytoken" value={securitytoken} />
          <button className={own ? 'button' : 'button button--strong'}>
            {own ? 'Turn off push on this device' : 'Turn on push on this device'}
          </button>
        </form>
      ) : (
        <p className="form__message">{WHY_NOT[state]}</p>
      )}
      <p className="push__message" role="status">
        {message}
      </p>
      {devices.length > 0 && (
        <ul className="push__devices" aria-label="Devices that get pushes">
          {devices.map(({ id, name, addedAt, isFailing }) => (
            <li key={id}>
              <span>
                {`${name}${id === own?.id ? ' (this device)' : ''}, since ${formatDate(addedAt, region)}${isFailing ? '. The last push did not get there.' : ''}`}
              </span>
              <form method="post" action={PUSH_CALL}>
                <input type="hidden" name="do" value={unsubscribePushCall.do} />
                <input type="hidden" name="id" value={id} />
                <input type="hidden" name="securitytoken" value={securitytoken} />
                <button className="text-button" data-native aria-label={`Remove ${name}`}>
                  Remove
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
