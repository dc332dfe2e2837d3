const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_at, last) => last,
};

/** Moves from one price of a chart to the next with the arrow keys. */
export function watchPricePoints(): void {
  document.addEventListener('keydown', (event) => {
    const point = event.target instanceof Element && event.target.closest<SVGGElement>('.price-history__point');
    const step = STEPS[event.key];
    // With one of these they are the browser's own keys, such as those of back and forward.
    if (!point || !step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const points = [...(point.ownerSVGElement?.querySelectorAll<SVGGElement>('.price-history__point') ?? [])];
    points[step(points.indexOf(point), points.length - 1)]?.focus();
  });
}
