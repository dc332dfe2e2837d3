import type { MatchExplanation } from './deal-question.ts';

/** What of an alert a deal meets now, and what not. */
export function WhyList({ why: { title, matches, conditions } }: { why: MatchExplanation }) {
  return (
    <>
      <p>
        <strong>{title}</strong> <span>{matches ? 'meets this alert now.' : 'does not meet this alert now.'}</span>
      </p>
      <ul>
        {conditions.map(({ condition, met }) => (
          <li key={condition} className={met ? 'why__met' : 'why__missed'}>
            <span className="visually-hidden">{met ? 'Met: ' : 'Not met: '}</span>
            {condition}
          </li>
        ))}
      </ul>
    </>
  );
}
