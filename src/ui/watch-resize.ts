/** A window that is dragged or turned settles first (spec §9, Device data). */
const SETTLES_MS = 50;

/** Calls back 50 ms after the window has got another size, once for all steps of a change. @returns what ends it */
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
