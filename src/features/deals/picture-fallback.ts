/** Removes pictures that do not load, so that the initial below shows (spec §8). Members' pictures in comments belong to React and stay. */
export function watchPictures(): void {
  const hide = (image: HTMLImageElement) => (image.closest('.avatar') ? (image.hidden = true) : image.remove());
  for (const image of document.querySelectorAll<HTMLImageElement>('.picture img, .avatar img')) {
    if (image.complete && image.naturalWidth === 0 && image.loading !== 'lazy') hide(image);
  }
  document.addEventListener(
    'error',
    (event) => event.target instanceof HTMLImageElement && event.target.closest('.picture, .avatar') && hide(event.target),
    true,
  );
}
