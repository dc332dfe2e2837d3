import { mayBeTracked } from './consent-here.ts';
import { cardFields } from './impressions.ts';
import { cardOf, OPENED, type Origin } from './opens.ts';

/** Has the ways out to stores say where the deal was found: its list (`sn`) and its place in it (`lno`). */
export function addOrigins(): void {
  if (!mayBeTracked()) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="/click"]')) {
    const origin = originOf(link);
    if (!origin) continue;
    const address = new URL(link.href);
    address.searchParams.set('sn', origin.list);
    address.searchParams.set('lno', String(origin.position));
    link.href = address.pathname + address.search;
  }
}

function originOf(link: Element): Origin | null {
  const card = cardOf(link);
  const fields = card && cardFields(card);
  return fields ? { list: location.pathname, position: fields.position } : openedFrom();
}

/** From where this page was opened. */
function openedFrom(): Origin | null {
  try {
    return JSON.parse(sessionStorage.getItem(OPENED + location.pathname) ?? 'null') as Origin | null;
  } catch {
    return null;
  }
}
