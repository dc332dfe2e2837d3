import { lastNavigation } from './navigations.ts';

/** Constants of the spec (§9), in milliseconds. */
const THROTTLE = 200;
const DURATION = 2000;
const HIDE_DELAY = 500;
const RESET_DELAY = 400;

/** An estimated percentage that approaches 100 and never reaches it. */
export const progressAfter = (elapsed: number) => (200 / Math.PI) * Math.atan(((elapsed / DURATION) * 100) / 50);

/** Whether the browser goes to another page: not to a place on this one, to a download or another program, such as the one for mail. */
const leavesPage = ({ destination, downloadRequest }: NavigateEvent) =>
  !destination.sameDocument && downloadRequest === null && destination.url.startsWith('http');

/** Shows the blue bar from a click until the next page shows. */
export function watchNavigation(): void {
  const bar = document.querySelector<HTMLElement>('[data-loading-bar]');
  if (!bar) return;
  const animation = bar.animate([{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], { duration: 100, fill: 'both' });
  animation.pause();
  let frame = 0;
  let timer = 0;

  const draw = (percent: number) => (animation.currentTime = percent);
  const reset = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    bar.hidden = true;
    draw(0);
  };
  const start = () => {
    reset();
    const began = performance.now();
    const step = () => {
      draw(progressAfter(performance.now() - began));
      frame = requestAnimationFrame(step);
    };
    timer = window.setTimeout(() => {
      bar.hidden = false;
      step();
    }, THROTTLE);
  };
  const finish = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    draw(100);
    timer = window.setTimeout(() => {
      bar.hidden = true;
      timer = window.setTimeout(reset, RESET_DELAY);
    }, HIDE_DELAY);
  };

  if ('navigation' in window) {
    navigation.addEventListener('navigate', (event) => {
      if (leavesPage(event)) start();
    });
    navigation.addEventListener('navigateerror', finish);
    if (lastNavigation && leavesPage(lastNavigation)) start();
  } else addEventListener('beforeunload', start);
  addEventListener('pageshow', (event) => event.persisted && reset());
}
