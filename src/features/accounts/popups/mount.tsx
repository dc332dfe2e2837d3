import { createRoot } from 'react-dom/client';
import type { Popup } from '../after-load.ts';
import { Popups } from './Popups.tsx';
import { queuePopups } from './store.ts';

let mounted = false;

/** Shows popups one after the other; what shows them is put into the page the first time. */
export function showPopups(popups: Popup[], email?: string): void {
  queuePopups(popups, email);
  if (mounted) return;
  mounted = true;
  const container = document.createElement('div');
  document.body.append(container);
  createRoot(container).render(<Popups />);
}
