import { Tabs } from '../../../ui/Tabs.tsx';
import { TITLE_ID } from './title.ts';
import { LogIn } from './log-in/LogIn.tsx';
import { SignUp } from './sign-up/SignUp.tsx';
import { SocialButtons } from './social/SocialButtons.tsx';
import { showView, type View } from './store.ts';

interface Props {
  view: Extract<View, 'sign-up' | 'log-in'>;
  /** Tabs appear only where there is a log-in to switch to (spec §2). */
  tabs: boolean;
}

const TABS = [
  { id: 'sign-up', name: 'Sign Up' },
  { id: 'log-in', name: 'Log In' },
] as const;

/** Signing up and logging in, each behind its tab, and the providers below both. */
export function SignInTabs({ view, tabs }: Props) {
  return (
    <>
      {tabs ? (
        <Tabs label="Sign up or log in" tabs={[...TABS]} selected={view} onSelect={showView}>
          {view === 'sign-up' ? <SignUp /> : <LogIn />}
        </Tabs>
      ) : (
        <>
          <h2 className="modal__title" id={TITLE_ID}>
            Sign Up
          </h2>
          <SignUp />
        </>
      )}
      <SocialButtons />
    </>
  );
}
