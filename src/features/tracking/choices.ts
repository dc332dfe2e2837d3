import { TRACKING_CHOICE, VISITOR_ID } from '../shell/consent.ts';

/** What a visitor can choose at `/opt-in/{cookieName}` and `/opt-out/{cookieName}` (spec §2). */
export interface Choice {
  /** Titles of the pages to opt in and to opt out. */
  titles: Record<ChoiceVerb, string>;
  buttons: Record<ChoiceVerb, string>;
  /** The message once it is chosen. */
  concluded: Record<ChoiceVerb, string>;
  /** Pairs of `sd_p` that go when the visitor opts out. */
  cleared: string[];
}

export type ChoiceVerb = 'opt-in' | 'opt-out';

/** What a choice is kept as, in `sd_p` under its name. */
export const CHOSEN: Record<ChoiceVerb, string> = { 'opt-in': 'yes', 'opt-out': 'no' };

/** All choices by name; any other name is an unknown page. */
const CHOICES: Record<string, Choice> = {
  [TRACKING_CHOICE]: {
    titles: { 'opt-in': 'Allow counting your visits', 'opt-out': 'Do not count my visits' },
    buttons: { 'opt-in': 'Allow counting', 'opt-out': 'Stop counting' },
    concluded: {
      'opt-in': 'Your visits in this browser are counted from now on.',
      'opt-out': 'Your visits in this browser are no longer counted.',
    },
    cleared: [VISITOR_ID],
  },
};

/** A choice by its name; undefined when there is none. */
export const choiceNamed = (name: string): Choice | undefined => (Object.hasOwn(CHOICES, name) ? CHOICES[name] : undefined);

/** The page of a choice. */
export const choicePage = (verb: ChoiceVerb, name: string) => `/${verb}/${name}`;
