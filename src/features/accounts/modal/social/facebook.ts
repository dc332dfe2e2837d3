import { loadScript } from '../../../../ui/load-script.ts';
import { signInSettings } from '../../sign-in-settings.ts';
import { required } from '../../../../lib/required.ts';

/** Version of the SDK and of the Graph API (spec §9). */
const VERSION = 'v10.0';
const SCOPE = 'public_profile,email';

interface LoginStatus {
  status: 'connected' | 'not_authorized' | 'authorization_expired' | 'unknown';
  authResponse?: { accessToken: string } | null;
}

/** The part of Facebook's SDK that is used here. */
interface Sdk {
  init(options: { appId: string; version: string; cookie: boolean; xfbml: boolean }): void;
  login(onStatus: (status: LoginStatus) => void, options: { scope: string }): void;
}

declare global {
  interface Window {
    FB?: Sdk;
  }
}

const settings = () => required(signInSettings().facebook, 'the setting of Facebook');
let started = false;

/** Loads the SDK ahead: a browser opens Facebook's window only right after the click. */
export const loadFacebook = () => loadScript(settings().script);

/** An access token of whoever signs in with Facebook; null when they do not. @throws when its SDK does not come */
export async function facebookToken(): Promise<string | null> {
  if (!window.FB) await loadFacebook();
  const facebook = required(window.FB, 'Facebook’s SDK');
  if (!started) facebook.init({ appId: settings().appId, version: VERSION, cookie: false, xfbml: false });
  started = true;
  const { status, authResponse } = await new Promise<LoginStatus>((resolve) => facebook.login(resolve, { scope: SCOPE }));
  return status === 'connected' ? (authResponse?.accessToken ?? null) : null;
}
