import { TITLE_ID } from '../title.ts';
import { SocialButtons } from './SocialButtons.tsx';

/** For a member who wants to log in with a provider from now on: the server connects whoever is signed in. */
export function ConnectProviders() {
  return (
    <>
      <h2 className="modal__title" id={TITLE_ID}>
        Other ways to log in
      </h2>
      <SocialButtons />
    </>
  );
}
