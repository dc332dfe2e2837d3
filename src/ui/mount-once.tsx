import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';

const mounted = new Set<ComponentType>();

/** Puts a component at the end of the page, the first time that it is wanted. */
export function mountOnce(Component: ComponentType): void {
  if (mounted.has(Component)) return;
  mounted.add(Component);
  const container = document.createElement('div');
  document.body.append(container);
  createRoot(container).render(<Component />);
}
