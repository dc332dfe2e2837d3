import { useStore } from '@nanostores/react';
import { Field } from '../../../../ui/Field.tsx';
import { Form } from '../../../../ui/Form.tsx';
import { MESSAGES } from '../../messages.ts';
import { LONGEST_USERNAME } from '../../username.ts';
import { SaveName } from './SaveName.tsx';
import { $username, saveName, showChoice, typeName } from './store.ts';

/** A name of one's own, checked while it is typed. */
export function CustomName() {
  const { custom, check, problem, saving } = useStore($username);
  return (
    <Form problem={problem && { at: null, ...problem }} busy={saving} onSubmit={saveName}>
      <Field
        label="Username"
        name="username"
        autoComplete="off"
        maxLength={LONGEST_USERNAME}
        value={custom}
        onChange={typeName}
        help={MESSAGES.usernameRule}
        error={check.state === 'refused' ? check.message : undefined}
      />
      <p className="popup__check" role="status">
        {check.state === 'free' && <span>{check.message}</span>}
        {check.state === 'refused' && <span className="visually-hidden">{check.message}</span>}
      </p>
      <SaveName />
      <button type="button" className="link-button" onClick={() => showChoice('random')}>
        Back to the list
      </button>
    </Form>
  );
}
