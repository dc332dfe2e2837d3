/** Lines on a field of 24 by 24; they say nothing to a screen reader. */
export const Icon = ({ path }: { path: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);

export const CROSS = 'M7 7l10 10M17 7 7 17';
