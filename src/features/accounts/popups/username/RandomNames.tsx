import { useStore } from '@nanostores/react';
import { Choices } from '../../../../ui/Choices.tsx';
import { Form } from '../../../../ui/Form.tsx';
import { SaveName } from './SaveName.tsx';
import { $username, choose, saveName, showChoice } from './store.ts';

/** Names that are free, to choose from. */
export function RandomNames() {
  const { names, chosen, problem, saving } = useStore($username);
  return (
    // Begins again, with the focus on the first name, once there are names.
    <Form key={String(names.length > 0)} problem={problem && { at: null, ...problem }} busy={saving} onSubmit={saveName}>
      <Choices label="Username" name="username" choices={names} chosen={chosen} onChoose={choose} />
      <SaveName />
      <button type="button" className="link-button" onClick={() => showChoice('custom')}>
        Choose a name of my own
      </button>
    </Form>
  );
}
