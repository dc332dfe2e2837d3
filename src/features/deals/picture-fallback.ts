const PICTURES = '.picture img, .avatar img';

/** Removes pictures that do not load, so that the initial below shows (spec §8). Members' pictures in comments belong to React and stay. */
export function watchPictures(): void {
  const hide = (image: HTMLImageElement) => (image.closest('.avatar') ? (image.hidden = true) : image.remove());
  for (const image of document.querySelectorAll<HTMLImageElement>(PICTURES)) {
    if (image.complete && !image.naturalWidth && image.loading !== 'lazy') hide(image);
  }
  addEventListener('error', ({ target }) => target instanceof HTMLImageElement && target.matches(PICTURES) && hide(target), true);
}
