/** A picture that does not load gives way to the initial below it (spec §8). */
export function watchPictures(): void {
  const hide = (image: HTMLImageElement) => image.remove();
  for (const image of document.querySelectorAll<HTMLImageElement>('.picture img')) {
    if (image.complete && image.naturalWidth === 0 && image.loading !== 'lazy') hide(image);
  }
  document.addEventListener(
    'error',
    (event) => event.target instanceof HTMLImageElement && event.target.closest('.picture') && hide(event.target),
    true,
  );
}
