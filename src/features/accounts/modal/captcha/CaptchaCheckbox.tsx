import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { loadScript } from '../../../../ui/load-script.ts';
import type { CaptchaAction } from '../../contracts/captcha-settings.ts';
import { signInSettings } from '../../sign-in-settings.ts';
import { whenCaptchaReady } from './recaptcha.ts';
import { $captcha, keepCheckboxToken, loadCaptcha } from './store.ts';

/** Loads the captcha for an action, and shows its checkbox when the server wants one. */
export function CaptchaCheckbox({ action }: { action: CaptchaAction }) {
  const { settings } = useStore($captcha);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => void loadCaptcha(action), [action]);
  useEffect(() => {
    const place = ref.current;
    if (!place || !settings) return;
    void draw(place, settings.recaptchaV2PublicKey).catch((error: unknown) => console.warn('The captcha did not load', error));
  }, [settings]);
  // A new answer needs a new checkbox: one can be used once. Settings that are set anew draw it.
  return settings?.recaptchaV2IsRequired ? <div ref={ref} className="captcha" /> : null;
}

async function draw(place: HTMLElement, sitekey: string): Promise<void> {
  await loadScript(`${signInSettings().captcha}/recaptcha/api.js?render=explicit`);
  const captcha = await whenCaptchaReady();
  const box = document.createElement('div');
  place.replaceChildren(box);
  captcha.render(box, { sitekey, callback: keepCheckboxToken, 'expired-callback': () => keepCheckboxToken('') });
}
