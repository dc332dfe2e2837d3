/** Waits until the window has stopped changing its size (spec §9, Device data). */
const SETTLES_MS = 50;

/** Calls back 50 ms after the last change of the window's size. @returns a function that ends it */
export function watchResize(onResize: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(onResize, SETTLES_MS);
  };
  addEventListener('resize', wait);
  return () => {
    clearTimeout(timer);
    removeEventListener('resize', wait);
  };
}
