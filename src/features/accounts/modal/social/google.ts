import { loadScript } from '../../../../ui/load-script.ts';
import { isFault } from '../../../session/calls.ts';
import { signInSettings } from '../../sign-in-settings.ts';
import { getGoogleNonce } from '../client.ts';
import { required } from '../../../../lib/required.ts';

/** Width of Google's button in px (spec §9). */
const WIDTH = 300;

/** What Google's script calls back with. */
export interface GoogleCredential {
  credential?: string;
  clientId?: string;
}

/** The part of Google Identity Services that is used here. */
interface GoogleId {
  initialize(options: { client_id: string; nonce: string; callback: (given: GoogleCredential) => void; auto_select: boolean }): void;
  renderButton(place: HTMLElement, options: { width: number; theme: string; text: string; type: string }): void;
}

declare global {
  interface Window {
    google?: { accounts: { id: GoogleId } };
  }
}

/** Draws Google's own button. @throws when its script or the nonce does not come */
export async function drawGoogleButton(place: HTMLElement, callback: (given: GoogleCredential) => void): Promise<void> {
  const { clientId, script } = required(signInSettings().google, 'the setting of Google');
  const [answer] = await Promise.all([getGoogleNonce(), loadScript(script)]);
  if (isFault(answer)) throw new Error(answer.fault);
  const { id } = required(window.google, 'Google’s script').accounts;
  id.initialize({ client_id: clientId, nonce: answer.nonce, callback, auto_select: false });
  id.renderButton(place, { width: WIDTH, theme: 'outline', text: 'continue_with', type: 'standard' });
}
