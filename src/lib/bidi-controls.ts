/**
 * Control characters that change the direction of the text after them. They are not needed, because each text is isolated from the page.
 */
export const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
