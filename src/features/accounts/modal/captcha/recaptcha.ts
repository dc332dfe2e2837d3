import { required } from '../../../../lib/required.ts';

/** The part of reCAPTCHA's script that is used here. */
interface Recaptcha {
  ready(run: () => void): void;
  execute(key: string, options: { action: string }): Promise<string>;
  render(element: HTMLElement, options: { sitekey: string; callback: (token: string) => void; 'expired-callback': () => void }): number;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

/** Resolves to reCAPTCHA's object once its script is ready. */
export function whenCaptchaReady(): Promise<Recaptcha> {
  const grecaptcha = required(window.grecaptcha, 'reCAPTCHA');
  return new Promise((resolve) => grecaptcha.ready(() => resolve(grecaptcha)));
}
