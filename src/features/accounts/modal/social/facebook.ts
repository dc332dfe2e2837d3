import { loadScript } from '../../../../ui/load-script.ts';
import { signInSettings } from '../../sign-in-settings.ts';

/** Of the SDK and of what is asked for (spec §9). */
const VERSION = 'v10.0';
const SCOPE = 'public_profile,email';

interface LoginStatus {
  status: 'connected' | 'not_authorized' | 'authorization_expired' | 'unknown';
  authResponse?: { accessToken: string } | null;
}

/** The part of Facebook's SDK that is used here. */
interface Sdk {
  init(options: { appId: string; version: string; cookie: boolean; xfbml: boolean }): void;
  login(tell: (status: LoginStatus) => void, options: { scope: string }): void;
}

const sdk = () => (window as unknown as { FB?: Sdk }).FB;
let started = false;

/** Loads the SDK ahead: a browser opens Facebook's window only right after the click. */
export const loadFacebook = () => loadScript(signInSettings().facebook!.script);

/** An access token of whoever signs in with Facebook; null when they do not. @throws when its SDK does not come */
export async function facebookToken(): Promise<string | null> {
  if (!sdk()) await loadFacebook();
  const facebook = sdk();
  if (!facebook) throw new Error('Facebook’s SDK is not there');
  if (!started) facebook.init({ appId: signInSettings().facebook!.appId, version: VERSION, cookie: false, xfbml: false });
  started = true;
  const { status, authResponse } = await new Promise<LoginStatus>((resolve) => facebook.login(resolve, { scope: SCOPE }));
  return status === 'connected' ? (authResponse?.accessToken ?? null) : null;
}
