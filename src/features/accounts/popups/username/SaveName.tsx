import { useStore } from '@nanostores/react';
import { $username, savableName } from './store.ts';

/** Disabled until there is a name that can be saved (spec §5). */
export function SaveName() {
  const state = useStore($username);
  return (
    <button className="button button--strong" disabled={savableName(state) === null}>
      {state.saving ? 'Saving…' : 'Save'}
    </button>
  );
}
