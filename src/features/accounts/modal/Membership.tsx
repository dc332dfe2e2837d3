const BRINGS = [
  ['Vote', 'Good deals rise because members say so.'],
  ['Get alerts', 'Know when your deal appears.'],
  ['Join in', 'Ask, answer and share what you found.'],
] as const;

/** What membership brings, beside the forms where there is room. */
export function Membership() {
  return (
    <div className="membership">
      <p className="membership__title">What members can do</p>
      <dl>
        {BRINGS.map(([what, why]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{why}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
