import type { Page } from '@playwright/test';

type Shift = PerformanceEntry & { value: number };

/** How far what is on the page was moved so far (cumulative layout shift), once what came last is painted. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let moved = 0;
        const add = (entries: PerformanceEntryList) => {
          for (const { value } of entries as Shift[]) moved += value;
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            add(observer.takeRecords());
            observer.disconnect();
            resolve(moved);
          }),
        );
      }),
  );

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
