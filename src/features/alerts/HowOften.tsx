import { useStore } from '@nanostores/react';
import { pageRegion } from '../../lib/page-region.ts';
import { $preview } from './preview-store.ts';
import { frequencyText } from './preview-words.ts';

/** How often the alert would have come, or why that is not known. */
export function HowOften() {
  const preview = useStore($preview);
  const found = 'found' in preview ? preview.found : undefined;
  return (
    <p className="alert-often" role="status" aria-busy={preview.state === 'pending'}>
      {preview.state === 'error' ? preview.message : found ? frequencyText(found, pageRegion().locale) : 'Looking at the last 30 days…'}
    </p>
  );
}
