import { formatReputation } from '../../../lib/reputation.ts';
import { Icon } from './Icon.tsx';
import { matchedParts } from './matched-parts.ts';
import { kindOf, type Group, type Option } from './suggestion.ts';

const TAG = 'M4 4h8l8 8-8 8-8-8zM8.5 8.5h.01';
const ICONS: Partial<Record<Option['query_intent'] | NonNullable<Group['heading']>, string>> = {
  store_name: 'M5 10v9h14v-9M3 10l2-5h14l2 5zM10 19v-5h4v5',
  brand_name: TAG,
  category_name: TAG,
  category: TAG,
  collection: 'M4 9h16v11H4zM6 5.5h12',
  offers: 'M4 7h16v3.5a1.5 1.5 0 0 0 0 3V17H4v-3.5a1.5 1.5 0 0 0 0-3zM14 7v10',
  Recent: 'M12 8v4l3 2M5 8.5A8 8 0 1 1 4 12M4 4v5h5',
  Trending: 'M4 17l6-6 4 4 6-8M15 7h5v5',
};
const GLASS = 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12M15.5 15.5 20 20';

interface Props {
  option: Option;
  heading: Group['heading'];
  /** What was typed, which is marked in the phrase. */
  typed: string;
}

/** What an option shows. */
export function SuggestionContent({ option, heading, typed }: Props) {
  if (option.query_intent === 'deal') return <DealContent deal={option} />;
  const { phrase, query_intent, username, avatar, reputation } = option;
  const kind = [kindOf(option), reputation !== undefined && `${formatReputation(reputation)} reputation`].filter(Boolean).join(' · ');
  return (
    <>
      {avatar ? (
        <span className="avatar suggestion__avatar" data-initial={(username ?? phrase).slice(0, 1)}>
          <img src={avatar} alt="" width="50" height="50" />
        </span>
      ) : (
        <Icon path={ICONS[query_intent] ?? (heading && ICONS[heading]) ?? GLASS} />
      )}
      <span className="suggestion__phrase">
        {query_intent === 'search' ? <span>{`Search for “${phrase}”`}</span> : <Marked phrase={username ?? phrase} typed={typed} />}
      </span>
      {kind && ' '}
      {kind && <span className="suggestion__kind">{kind}</span>}
    </>
  );
}

/** Each part is an element: where the browser translates the page, it replaces text nodes, and React could not remove its own. */
const Marked = ({ phrase, typed }: { phrase: string; typed: string }) =>
  matchedParts(phrase, typed).map(({ text, matches }, index) =>
    matches ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );

function DealContent({ deal: { phrase, picture, priceText } }: { deal: Option }) {
  return (
    <>
      <span className="suggestion__picture" aria-hidden="true">
        {picture ? <img src={picture} alt="" width="40" height="40" decoding="async" /> : phrase.slice(0, 1)}
      </span>
      <span className="suggestion__title">{phrase}</span>{' '}
      <span className="suggestion__price">{priceText === 'free' ? 'Free' : priceText}</span>
    </>
  );
}
