import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchResize } from '../../../src/ui/watch-resize.ts';

const page = new EventTarget();
const resize = () => page.dispatchEvent(new Event('resize'));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a window that settles is told of once, 50 ms after its last step', () => {
  const onResize = vi.fn();
  const end = watchResize(onResize);
  for (let step = 0; step < 5; step++) {
    resize();
    vi.advanceTimersByTime(49);
  }
  expect(onResize).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onResize).toHaveBeenCalledTimes(1);
  resize();
  end();
  resize();
  vi.advanceTimersByTime(1_000);
  expect(onResize).toHaveBeenCalledTimes(1);
});
