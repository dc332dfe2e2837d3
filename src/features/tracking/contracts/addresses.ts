/**
 * What visitors saw: cards of deals and offers (spec §7, Event tracking). Not in the schema's file, because pages send events before they
 * load zod.
 */
export const EVENTS_ADDRESS = '/web-api/events/';
/** Everything else that they did: pages, searches, cards that they opened. */
export const TAG_EVENTS_ADDRESS = '/web-api/tag-events/';

/** Events in a call. */
export const MOST_EVENTS = 100;
