interface Props {
  label: string;
  name: string;
  choices: string[];
  chosen: string;
  onChoose: (choice: string) => void;
}

/** One of several, each in full view. */
export function Choices({ label, name, choices, chosen, onChoose }: Props) {
  return (
    <fieldset className="choices">
      <legend className="field__label">{label}</legend>
      {choices.map((choice) => (
        <label className="choices__choice" key={choice}>
          <input type="radio" name={name} value={choice} checked={choice === chosen} onChange={() => onChoose(choice)} />
          {choice}
        </label>
      ))}
    </fieldset>
  );
}
