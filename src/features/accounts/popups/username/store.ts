import { map } from 'nanostores';
import { isFault } from '../../../session/calls.ts';
import { MESSAGES } from '../../messages.ts';
import { isUsername, USERNAME_CHECK_MS } from '../../username.ts';
import { changeViewer } from '../../../session/store.ts';
import { checkUsername, getUsernames, sendUsername } from '../client.ts';
import { showError } from '../store.ts';

interface UsernameChoice {
  /** A list to choose from, a name of one's own, or saved (spec §4). */
  view: 'random' | 'custom' | 'saved';
  names: string[];
  chosen: string;
  custom: string;
  /** What is known of the custom name. */
  check: { state: 'none' | 'free' | 'refused'; message: string };
  saving: boolean;
  /** Why the name was not saved. */
  problem: { message: string } | null;
}

const UNCHECKED: UsernameChoice['check'] = { state: 'none', message: '' };

export const $username = map<UsernameChoice>({
  view: 'random',
  names: [],
  chosen: '',
  custom: '',
  check: UNCHECKED,
  saving: false,
  problem: null,
});

const change = (to: Partial<UsernameChoice>) => $username.set({ ...$username.get(), ...to });

/** The name that would be saved; null while none can be saved. */
export function savableName({ view, chosen, custom, check }: UsernameChoice): string | null {
  if (view === 'custom') return check.state === 'free' ? custom : null;
  return chosen || null;
}

/** Brings names to choose from. */
export async function loadUsernames(): Promise<void> {
  const answer = await getUsernames();
  // A name of one's own may have been saved meanwhile.
  if ($username.get().view === 'saved') return;
  if (isFault(answer)) return showError(MESSAGES.somethingWrong);
  change({ names: answer.usernames, chosen: answer.usernames[0] ?? '' });
}

export const choose = (chosen: string) => change({ chosen, problem: null });

export const showChoice = (view: 'random' | 'custom') => change({ view, problem: null });

let pause = 0;

/** Takes what is typed; once typing pauses the name is checked (spec §5). */
export function typeName(custom: string): void {
  clearTimeout(pause);
  change({ custom, check: UNCHECKED, problem: null });
  if (custom !== '') pause = window.setTimeout(() => void check(custom), USERNAME_CHECK_MS);
}

async function check(name: string): Promise<void> {
  if (!isUsername(name)) return change({ check: { state: 'refused', message: MESSAGES.usernameRule } });
  const answer = await checkUsername(name);
  // Another name may have been typed meanwhile.
  if ($username.get().custom !== name) return;
  if (isFault(answer)) change({ check: { state: 'refused', message: MESSAGES.usernameFailed } });
  else if (answer.status === 'success') change({ check: { state: 'free', message: MESSAGES.usernameFree } });
  else change({ check: { state: 'refused', message: answer.message || MESSAGES.usernameFailed } });
}

export async function saveName(): Promise<void> {
  const name = savableName($username.get());
  if (name === null) return;
  change({ saving: true, problem: null });
  const answer = await sendUsername(name);
  if (isFault(answer)) return change({ saving: false, problem: { message: MESSAGES.usernameFailed } });
  if (answer.status !== 'success')
    return change({ saving: false, problem: { message: answer.errors?.[0] || answer.message || MESSAGES.usernameFailed } });
  changeViewer({ username: name });
  change({ saving: false, view: 'saved', chosen: name });
}
