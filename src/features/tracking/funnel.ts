import { readCookie } from '../../lib/read-cookie.ts';
import { readPairs, writePair } from '../shell/cookies.ts';
import { mayBeTracked } from './consent-here.ts';
import { queueEvent } from './event-queue.ts';
import { hostOf, isOwnAddress } from './own-address.ts';

/** Cookies of a tag manager that say what led here: read once, then deleted (spec §3, Cookies). */
const REFERRER_COOKIES = ['mo_gtm', 'mo_pos'];
/** As `LONGEST_EVENT_TEXT`, which the first script would have to export: every byte there is on each page. */
const LONGEST = 200;

/**
 * Notes in `sd_s` that a visit began, and counts it once. Its start page and origin were noted by the first page (page-start.ts; spec §3,
 * Funnel values).
 */
export function startFunnel(): void {
  const referrer = takeReferrerCookies();
  const noted = readPairs(document.cookie, 'sd_s');
  if (!isOwnAddress() || !mayBeTracked() || noted.has('state')) return;
  // A host may have more letters than an event's text.
  const led = referrer || noted.get('entryPoint')?.slice(0, LONGEST);
  const values = {
    startPage: (noted.get('startPage') ?? location.pathname).slice(0, LONGEST),
    entryPoint: led && led !== hostOf(location.href) ? led : 'direct',
  };
  writePair('sd_s', 'state', 'visit');
  writePair('sd_s', 'startPage', values.startPage);
  writePair('sd_s', 'entryPoint', values.entryPoint);
  queueEvent('visit', values);
}

/** Notes in `sd_s` that the visitor opened the account modal (spec §3). */
export function noteRegistration(): void {
  if (readPairs(document.cookie, 'sd_s').has('state')) writePair('sd_s', 'state', 'registration');
}

function takeReferrerCookies(): string {
  const values = REFERRER_COOKIES.map((name) => readCookie(document.cookie, name) ?? '');
  values.forEach((value, index) => value && (document.cookie = `${REFERRER_COOKIES[index]}=; path=/; max-age=0`));
  return values.filter(Boolean).map(decoded).join(' ').slice(0, LONGEST).toWellFormed();
}

/** The decoded value of a cookie, or the raw value where it cannot be decoded. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
