import { whenIdle } from '../../ui/when-idle.ts';
import { mayBeMember } from '../session/signed-in.ts';

/** Loads what shows the deals that a member saved, once there is time; guests have none. */
export function startSaved(): void {
  if (!mayBeMember()) return;
  whenIdle(() => void import('./own-saved.ts').then((script) => script.watchOwnSaved()));
}
