import { inStorage } from '../../ui/in-storage.ts';
import { browserObjects } from '../shell/consent.ts';
import { NO_ACTIVITY, readActivity, withAdded, withoutVisit, withVisit, writeActivity, type Activity, type Visit } from './activity.ts';
import { withUse } from './visits.ts';

/** It never leaves the browser. `activity-first.js` reads it, too. */
const KEY = 'activity';
/** The stored value while activity is switched off. */
const OFF = '"off"';

/** The activity of this browser's user; undefined where none is stored: it is switched off, the browser objects to tracking, or stores nothing. */
export function storedActivity(): Activity | undefined {
  const text = storedText();
  if (text === undefined || text === OFF || browserObjects()) return undefined;
  return inStorage(() => readActivity(JSON.parse(text ?? '{}'))) ?? NO_ACTIVITY;
}

/** The stored value; null where there is none, undefined where the browser stores nothing. */
const storedText = () => inStorage(() => localStorage.getItem(KEY));

/** Counts a visit, unless that was switched off. */
export function noteVisit(visit: Visit): void {
  const activity = storedActivity();
  if (activity) keep(JSON.stringify(writeActivity(withVisit(activity, visit, Date.now()))));
}

/** Notes that somebody uses a page now, unless that was switched off. */
export function noteUse(): void {
  const activity = storedActivity();
  if (activity) keep(JSON.stringify(writeActivity({ ...activity, visits: withUse(activity.visits, Date.now()) })));
}

/** Notes that an alert was made from a visited category or search, or suggested, unless activity is switched off. */
export function noteAdded(visit: Visit): void {
  const activity = storedActivity();
  if (activity) keep(JSON.stringify(writeActivity(withAdded(activity, visit, Date.now()))));
}

/** Deletes a category or search that is no longer there. */
export function forgetVisit(visit: Visit): void {
  const activity = storedActivity();
  if (activity) keep(JSON.stringify(writeActivity(withoutVisit(activity, visit))));
}

/** Deletes everything that was looked at. */
export function clearActivity(): void {
  if (storedText() !== OFF) keep(undefined);
}

/** Deletes everything, and from now on stores activity or not. */
export const setActivityEnabled = (on: boolean) => keep(on ? undefined : OFF);

/** Where the browser's storage is not available, there is no activity. */
const keep = (text: string | undefined) =>
  inStorage(() => (text === undefined ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, text)));
