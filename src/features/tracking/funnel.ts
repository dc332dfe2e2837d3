import { attributionIn } from '../../lib/attribution-query.ts';
import { readPairs, writePair } from '../shell/cookies.ts';
import { mayBeTracked } from './consent-here.ts';
import { queueEvent } from './event-queue.ts';
import { isOwnAddress } from './own-address.ts';

/** Cookies of a tag manager that say what led here: read once, then deleted (spec §3, Cookies). */
const REFERRER_COOKIES = ['mo_gtm', 'mo_pos'];
/** As `LONGEST_EVENT_TEXT`, which the first script would have to export: every byte there is on each page. */
const LONGEST = 200;

/** Notes in `sd_s`, once a visit, where it began and what led there (spec §3, Funnel values), and counts the visit. */
export function startFunnel(): void {
  const referrer = takeReferrerCookies();
  if (!isOwnAddress() || !mayBeTracked() || readPairs(document.cookie, 'sd_s').has('state')) return;
  const campaign = attributionIn(new URLSearchParams(location.search))?.['utm_source'];
  const values = { startPage: location.pathname.slice(0, LONGEST), entryPoint: referrer || campaign || referringHost() };
  writePair('sd_s', 'state', 'visit');
  writePair('sd_s', 'startPage', values.startPage);
  writePair('sd_s', 'entryPoint', values.entryPoint);
  queueEvent('visit', values);
}

/** How far a visitor is (spec §3): `visit`, `registration` once the modal opened. */
export function setFunnelState(state: 'registration'): void {
  if (readPairs(document.cookie, 'sd_s').has('state')) writePair('sd_s', 'state', state);
}

function takeReferrerCookies(): string {
  const values = REFERRER_COOKIES.map((name) => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? '');
  values.forEach((value, index) => value && (document.cookie = `${REFERRER_COOKIES[index]}=; path=/; max-age=0`));
  return values.filter(Boolean).join(' ').slice(0, LONGEST).toWellFormed();
}

function referringHost(): string {
  const { host } = document.referrer ? new URL(document.referrer) : location;
  return host === location.host ? 'direct' : host;
}
