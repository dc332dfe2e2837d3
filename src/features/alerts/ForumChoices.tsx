import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { changeDraft } from './draft-store.ts';
import { $forums, loadForums } from './forum-store.ts';

/** The forums that an alert is limited to; none is all of them. */
export function ForumChoices({ chosen }: { chosen: number[] }) {
  const forums = useStore($forums);
  useEffect(() => void loadForums(), []);
  if (!forums || forums.length === 0) return null;
  return (
    <fieldset className="alert-form__channels">
      <legend className="field__label">Only in these forums</legend>
      <div className="alert-form__checks">
        {forums.map(({ label, value }) => (
          <label className="check" key={value}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                changeDraft({ targetforums: target.checked ? [...chosen, value] : chosen.filter((each) => each !== value) })
              }
            />{' '}
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
