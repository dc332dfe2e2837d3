/** Characters that turn the direction of what follows: a text has its own, set apart from the page's. */
export const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
