import { expect, type Page } from '@playwright/test';

interface Shift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** How far what is on the page was moved so far (cumulative layout shift), and what moved from where to where, once what came last is painted. */
const shiftsOf = (page: Page): Promise<{ moved: number; what: string[] }> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let moved = 0;
        const what: string[] = [];
        const place = ({ x, y, width, height }: DOMRectReadOnly) => `${width} × ${height} at ${x}, ${y}`;
        const add = (entries: PerformanceEntryList) => {
          for (const { value, sources } of entries as Shift[]) {
            moved += value;
            for (const { node, previousRect, currentRect } of sources)
              what.push(
                `${node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent}: from ${place(previousRect)} to ${place(currentRect)}`,
              );
          }
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            add(observer.takeRecords());
            observer.disconnect();
            resolve({ moved, what });
          }),
        );
      }),
  );

/**
 * Expects that what is on the page was hardly moved so far, and says otherwise what was.
 * @param most the cumulative layout shift that is allowed
 * @param view of the page, for the message
 */
export async function expectStill(page: Page, most = 0, view = page.url()): Promise<void> {
  const { moved, what } = await shiftsOf(page);
  expect(moved, [view, ...what].join('\n')).toBeLessThanOrEqual(most);
}

/** Waits until what has arrived of a page is painted, but not long for a browser that wants more before it paints. */
export const painted = (page: Page) =>
  page
    .evaluate(
      () =>
        new Promise<void>((resolve) => {
          setTimeout(resolve, 100);
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
        }),
    )
    // The page before this one has gone meanwhile.
    .catch(() => undefined);
