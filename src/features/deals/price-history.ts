import type { PricePoint } from './detail.ts';
import { DAY_MS } from '../../lib/durations.ts';

/** The drawing area of the price history, in the units of its SVG. */
const WIDTH = 640;
const HEIGHT = 290;
const MARGIN = { top: 48, right: 16, bottom: 36, left: 76 };
/** Width of a digit of a label on a phone, where labels are largest, and the gap between a label and its line. */
const DIGIT_WIDTH = 15;
const LABEL_SPACE = 10;
/** Labels closer together than this would overlap. */
const LABEL_GAP = 110;
/** The first label begins at the left edge and the last ends at the right one, so those beside them need half a label more. */
const EDGE_GAP = 1.6 * LABEL_GAP;

interface Point {
  x: number;
  y: number;
  on: string;
  cents: number;
}

export interface PriceChart {
  width: number;
  height: number;
  /** SVG path data: the stepped line, and the area below it. */
  line: string;
  area: string;
  /** Where the price changed, and the last point: each with the stretch of the width in which a pointer finds it. */
  stops: (Point & { from: number; to: number })[];
  /** Of days with the same price the latest; the last point, which may be of today without a check, only where it is lower. */
  lowest: Point;
  /** Each price by the days it held. */
  average: { y: number; cents: number };
  ticks: { y: number; cents: number }[];
  dates: { x: number; on: string }[];
  left: number;
  right: number;
  bottom: number;
}

/**
 * Geometry of the price history; undefined for fewer than two observations, which make no history.
 * @param amountText writes an amount beside the axis; there is as much room as it needs
 */
export function priceChart(prices: PricePoint[], amountText: (cents: number) => string): PriceChart | undefined {
  const [first, last] = [prices.at(0), prices.at(-1)];
  if (!first || !last || first.on === last.on) return undefined;
  const amounts = prices.map(({ cents }) => cents);
  const { ticks, high } = niceTicks(Math.max(...amounts));
  const [began, days] = [dayOf(first), dayOf(last) - dayOf(first)];
  const left = Math.max(MARGIN.left, DIGIT_WIDTH * Math.max(...ticks.map((cents) => amountText(cents).length)) + LABEL_SPACE);
  const right = WIDTH - MARGIN.right;
  const bottom = HEIGHT - MARGIN.bottom;
  const x = (price: PricePoint) => round(left + ((dayOf(price) - began) / days) * (right - left));
  const y = (cents: number) => round(bottom - (cents / high) * (bottom - MARGIN.top));

  const points = prices.map((price) => ({ x: x(price), y: y(price.cents), on: price.on, cents: price.cents }));
  const changes = points.filter(({ cents }, index) => index === 0 || index === points.length - 1 || cents !== points[index - 1]?.cents);
  // A price holds until the next one is seen, so the line goes in steps.
  const line = points.map((point, index) => (index === 0 ? `M${point.x} ${point.y}` : `H${point.x}V${point.y}`)).join('');
  const held = prices.reduce((sum, price, index) => sum + price.cents * (dayOf(prices[index + 1] ?? last) - dayOf(price)), 0);
  const average = Math.round(held / days);
  return {
    width: WIDTH,
    height: HEIGHT,
    line,
    area: `${line}V${bottom}H${left}Z`,
    stops: changes.map((point, index) => stopOf(point, changes[index - 1], changes[index + 1], left)),
    lowest: points.reduce((least, point, index) =>
      point.cents < least.cents || (point.cents === least.cents && index < points.length - 1) ? point : least,
    ),
    average: { y: y(average), cents: average },
    ticks: ticks.map((cents) => ({ y: y(cents), cents })),
    dates: spread(points),
    left,
    right,
    bottom,
  };
}

const stopOf = (point: Point, before: Point | undefined, after: Point | undefined, left: number) => ({
  ...point,
  from: before ? round((before.x + point.x) / 2) : left,
  to: after ? round((point.x + after.x) / 2) : WIDTH - MARGIN.right,
});

const dayOf = ({ on }: PricePoint) => Date.parse(on) / DAY_MS;

/** Up to six round amounts, from 0 to at least the highest price, and the last of them. */
function niceTicks(highest: number): { ticks: number[]; high: number } {
  const range = Math.max(highest, 100);
  const magnitude = 10 ** Math.floor(Math.log10(range / 3));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((size) => range / size <= 4) ?? range;
  const ticks = [0];
  let high = 0;
  while (high < highest || ticks.length < 2) ticks.push((high = ticks.length * step));
  return { ticks, high };
}

/** As many dates as fit, including the first and the last one. */
function spread(points: { x: number; on: string }[]): { x: number; on: string }[] {
  const last = points.at(-1);
  if (!last) return [];
  const kept: { x: number; on: string }[] = [];
  for (const { x, on } of points.slice(0, -1)) {
    const before = kept.at(-1);
    const gap = kept.length === 1 ? EDGE_GAP : LABEL_GAP;
    if (!before || (x - before.x >= gap && last.x - x >= EDGE_GAP)) kept.push({ x, on });
  }
  return [...kept, { x: last.x, on: last.on }];
}

const round = (value: number) => Math.round(value * 10) / 10;
