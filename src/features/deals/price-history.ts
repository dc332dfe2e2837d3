import type { PricePoint } from './detail.ts';

/** The drawing area of the price history, in the units of its SVG. */
const WIDTH = 640;
const HEIGHT = 260;
const MARGIN = { top: 20, right: 16, bottom: 36, left: 76 };
const DAY = 86_400_000;
/** Labels closer together than this would overlap. */
const LABEL_GAP = 84;
/** The last label ends at the right edge, so the one before it needs half a label more. */
const LAST_GAP = 1.6 * LABEL_GAP;

export interface PriceChart {
  width: number;
  height: number;
  /** SVG path data: the stepped line, and the area below it. */
  line: string;
  area: string;
  points: { x: number; y: number; on: string; cents: number }[];
  lowest: { x: number; y: number; on: string; cents: number };
  average: { y: number; cents: number };
  ticks: { y: number; cents: number }[];
  dates: { x: number; on: string }[];
  left: number;
  right: number;
  bottom: number;
}

/** Geometry of the price history; undefined for fewer than two observations, which make no history. */
export function priceChart(prices: PricePoint[]): PriceChart | undefined {
  const [first, last] = [prices.at(0), prices.at(-1)];
  if (!first || !last || prices.length < 2) return undefined;
  const amounts = prices.map(({ cents }) => cents);
  const { ticks, low, high } = niceTicks(Math.min(...amounts), Math.max(...amounts));
  const [began, days] = [dayOf(first), dayOf(last) - dayOf(first)];
  const right = WIDTH - MARGIN.right;
  const bottom = HEIGHT - MARGIN.bottom;
  const x = (price: PricePoint) => round(MARGIN.left + ((dayOf(price) - began) / (days || 1)) * (right - MARGIN.left));
  const y = (cents: number) => round(bottom - ((cents - low) / (high - low)) * (bottom - MARGIN.top));

  const points = prices.map((price) => ({ x: x(price), y: y(price.cents), on: price.on, cents: price.cents }));
  // A price holds until the next one is seen, so the line goes in steps.
  const line = points.map((point, index) => (index === 0 ? `M${point.x} ${point.y}` : `H${point.x}V${point.y}`)).join('');
  const average = Math.round(amounts.reduce((sum, cents) => sum + cents, 0) / amounts.length);
  return {
    width: WIDTH,
    height: HEIGHT,
    line,
    area: `${line}V${bottom}H${MARGIN.left}Z`,
    points,
    lowest: points.reduce((least, point) => (point.cents <= least.cents ? point : least)),
    average: { y: y(average), cents: average },
    ticks: ticks.map((cents) => ({ y: y(cents), cents })),
    dates: spread(points),
    left: MARGIN.left,
    right,
    bottom,
  };
}

const dayOf = ({ on }: PricePoint) => Date.parse(on) / DAY;

/** Three to six round amounts that hold the range between them, with the first and the last of them. */
function niceTicks(low: number, high: number): { ticks: number[]; low: number; high: number } {
  const range = Math.max(high - low, high * 0.1, 100);
  const magnitude = 10 ** Math.floor(Math.log10(range / 3));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((size) => range / size <= 4) ?? range;
  const start = Math.max(0, Math.floor(low / step) * step);
  const ticks = [start];
  let last = start;
  while (last < high || ticks.length < 2) ticks.push((last = start + ticks.length * step));
  return { ticks, low: start, high: last };
}

/** As many dates as have room, the first and the last among them. */
function spread(points: { x: number; on: string }[]): { x: number; on: string }[] {
  const last = points.at(-1);
  if (!last) return [];
  const kept: { x: number; on: string }[] = [];
  for (const { x, on } of points.slice(0, -1)) {
    const before = kept.at(-1);
    if ((!before || x - before.x >= LABEL_GAP) && last.x - x >= LAST_GAP) kept.push({ x, on });
  }
  return [...kept, { x: last.x, on: last.on }];
}

const round = (value: number) => Math.round(value * 10) / 10;
