import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { signInSettings } from '../../sign-in-settings.ts';
import { loadFacebook } from './facebook.ts';
import { drawGoogleButton } from './google.ts';
import { $social, signInWithFacebook, signInWithGoogle } from './store.ts';

/** Signing in with a provider, where one is set up (spec §2). */
export function SocialButtons() {
  const { google, facebook } = signInSettings();
  if (!google && !facebook) return null;
  return (
    <div className="social">
      <p className="separator">Or Continue With</p>
      <SocialProblem />
      {google && <GoogleButton />}
      {facebook && <FacebookButton />}
    </div>
  );
}

function SocialProblem() {
  const { problem } = useStore($social);
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => ref.current?.focus(), [problem]);
  return (
    problem && (
      <p className="form__message form__message--error" role="alert" tabIndex={-1} ref={ref}>
        {problem.message}
      </p>
    )
  );
}

function GoogleButton() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (ref.current)
      drawGoogleButton(ref.current, signInWithGoogle).catch((error: unknown) => console.warn('Google’s button did not come', error));
  }, []);
  return <div className="social__google" ref={ref} />;
}

function FacebookButton() {
  const { busy } = useStore($social);
  useEffect(() => {
    loadFacebook().catch((error: unknown) => console.warn('Facebook’s SDK did not come', error));
  }, []);
  return (
    <button type="button" className="button social__facebook" disabled={busy} onClick={() => void signInWithFacebook()}>
      Continue with Facebook
    </button>
  );
}
