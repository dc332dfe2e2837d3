import { inStorage } from '../../ui/in-storage.ts';
import { browserObjects } from '../shell/consent.ts';
import { NO_ACTIVITY, readActivity, withAdded, withVisit, writeActivity, type Activity, type Visit } from './activity.ts';
import { withUse } from './visits.ts';

/** It never leaves the browser. `activity-first.js` reads it, too. */
const KEY = 'activity';
/** What is there where nothing is to be kept. */
const OFF = '"off"';

/** What this browser's user looked at; undefined where it is not to be kept: that is switched off, or the browser asks that nobody is tracked. */
export function storedActivity(): Activity | undefined {
  const text = storedText();
  if (browserObjects() || text === OFF) return undefined;
  return inStorage(() => readActivity(JSON.parse(text ?? '{}'))) ?? NO_ACTIVITY;
}

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

/** Notes that an alert was made of what was looked at, or suggested, unless nothing is to be kept. */
export function noteAdded(visit: Visit): void {
  const activity = storedActivity();
  if (activity) keep(JSON.stringify(writeActivity(withAdded(activity, visit, Date.now()))));
}

/** Forgets everything that was looked at. */
export function forgetActivity(): void {
  if (storedText() !== OFF) keep(undefined);
}

/** Forgets everything and keeps nothing from now on, or keeps again what is looked at. */
export const setActivityEnabled = (on: boolean) => keep(on ? undefined : OFF);

/** A browser that stores nothing has no activity to use. */
const keep = (text: string | undefined) =>
  inStorage(() => (text === undefined ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, text)));
