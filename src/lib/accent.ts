/** A colour's parts, 0 to 255. */
type Rgb = [red: number, green: number, blue: number];

/** What is drawn in a site's own colour: the tokens of `_tokens.scss` that begin with the same words. */
interface Accent {
  action: string;
  actionInk: string;
  actionSoft: string;
  focus: string;
}

/** Contrast of text: WCAG 2.2, 1.4.3. */
export const READABLE = 4.5;

const WHITE = '#ffffff';
/** The grounds that the accent is on as text, by theme: `--paper` and `--card`. */
const GROUNDS = { light: ['#f2f4f9', '#ffffff'], midnight: ['#0c1220', '#161f34'] };
const MIDNIGHT = { paper: '#0c1220', card: '#161f34' };
const STEP = 0.02;

/** Contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). @param first and second as `#rrggbb` */
export function contrast(first: string, second: string): number {
  const [lighter, darker] = [luminance(first), luminance(second)].toSorted((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** The nearest darker shade of a colour on which white text is readable; the colour itself if it is dark enough. */
export const darkenUntilReadable = (color: string): string => shaded(color, '#000000', (shade) => contrast(shade, WHITE) >= READABLE);

/**
 * The accent colours of both themes for a site's own colour. White text is readable on the light theme's, dark text on midnight's, and both
 * are readable as text on their backgrounds.
 * @param color as `#rrggbb`
 */
export function accentsOf(color: string): { light: Accent; midnight: Accent } {
  const softLight = mixed(color, WHITE, 0.9);
  const softMidnight = mixed(color, MIDNIGHT.card, 0.8);
  const light = shaded(color, '#000000', isRead(WHITE, softLight, ...GROUNDS.light));
  const midnight = shaded(color, WHITE, isRead(MIDNIGHT.paper, softMidnight, ...GROUNDS.midnight));
  return {
    light: { action: light, actionInk: WHITE, actionSoft: softLight, focus: light },
    midnight: { action: midnight, actionInk: MIDNIGHT.paper, actionSoft: softMidnight, focus: mixed(midnight, WHITE, 0.25) },
  };
}

const isRead =
  (...grounds: string[]) =>
  (shade: string) =>
    grounds.every((ground) => contrast(shade, ground) >= READABLE);

/** The first shade, going from one colour towards another, that meets a condition. */
function shaded(color: string, towards: string, isGood: (shade: string) => boolean): string {
  for (let part = 0; part < 1; part += STEP) {
    const shade = mixed(color, towards, part);
    if (isGood(shade)) return shade;
  }
  return towards;
}

/** @param part of the second colour, 0 to 1 */
function mixed(first: string, second: string, part: number): string {
  const other = partsOf(second);
  const parts = partsOf(first).map((value, index) => Math.round(value + ((other[index] ?? 0) - value) * part));
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: string): number {
  const [red, green, blue] = partsOf(color);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** The linear value of a colour channel (sRGB). */
function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

const partsOf = (color: string): Rgb => [partAt(color, 1), partAt(color, 3), partAt(color, 5)];

const partAt = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);
