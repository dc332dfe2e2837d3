import { NO_ACTIVITY, readActivity, withAdded, withVisit, writeActivity, type Activity, type Visit } from './activity.ts';
import { withUse } from './visits.ts';

/** It never leaves the browser. `activity-first.js` reads it, too. */
const KEY = 'activity';
/** What stands there where nothing is to be kept. */
const OFF = '"off"';

/** What this browser's user looked at; undefined where it is not to be kept. */
export function keptActivity(): Activity | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return kept === JSON.parse(OFF) ? undefined : readActivity(kept);
  } catch {
    return NO_ACTIVITY;
  }
}

/** Counts a visit, unless that was switched off. */
export function noteVisit(visit: Visit): void {
  const activity = keptActivity();
  if (activity) keep(JSON.stringify(writeActivity(withVisit(activity, visit, Date.now()))));
}

/** Notes that somebody uses a page now, unless that was switched off. */
export function noteUse(): void {
  const activity = keptActivity();
  if (activity) keep(JSON.stringify(writeActivity({ ...activity, visits: withUse(activity.visits, Date.now()) })));
}

/** Notes that an alert was made of what was looked at, or suggested, unless nothing is to be kept. */
export function noteAdded(visit: Visit): void {
  const activity = keptActivity();
  if (activity) keep(JSON.stringify(writeActivity(withAdded(activity, visit, Date.now()))));
}

/** Forgets everything that was looked at. */
export const forgetActivity = () => keep(keptActivity() ? undefined : OFF);

/** Forgets everything and keeps nothing from now on, or keeps again what is looked at. */
export const keepActivity = (on: boolean) => keep(on ? undefined : OFF);

function keep(text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // A browser that keeps nothing has nothing to go by.
  }
}
