import { useStore } from '@nanostores/react';
import { formatDate } from '../../lib/dates.ts';
import { pageRegion } from '../../lib/page-region.ts';
import { $preview } from './preview-store.ts';

/** The newest deals that match what an alert looks for. */
export function FoundDeals() {
  const preview = useStore($preview);
  const deals = ('found' in preview && preview.found?.deals) || [];
  return (
    <section className="alert-found" aria-labelledby="alert-found" aria-busy={preview.state === 'pending'}>
      <h3 id="alert-found">Recent matches</h3>
      {deals.length === 0 ? (
        <p className="form__note">
          {preview.state === 'success'
            ? 'Nothing in the last 30 days. We will tell you about the first one.'
            : 'The newest matches appear here.'}
        </p>
      ) : (
        <ol>
          {deals.slice(0, 5).map(({ threadId, title, path, matchedAt }) => (
            <li key={threadId}>
              <a href={path} target="_blank" rel="noopener">
                {title}
                <span className="visually-hidden"> (opens in a new tab)</span>
              </a>
              <time dateTime={matchedAt}>{formatDate(matchedAt, pageRegion())}</time>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
