/** The graph of imports within `src`, types and Astro's files included; run by itself (`npm run graph`) it prints its figures. */
import { featureOf, layerOf, sources, type Source } from './sources.ts';

/** Files that import each other in a circle, and those on the way from one circle to another. */
export function filesInCircles(files: Source[]): string[] {
  const left = new Map(files.map(({ path, imports }) => [path, new Set(imports.map(({ to }) => to).filter((to) => to !== path))]));
  for (let before = Infinity; left.size < before;) {
    before = left.size;
    const imported = new Set([...left.values()].flatMap((to) => [...to]));
    for (const [path, to] of left) if (!imported.has(path) || ![...to].some((name) => left.has(name))) left.delete(path);
  }
  return [...left.keys()];
}

/** A feature is a room; each other layer is one. */
const roomOf = (path: string) => featureOf(path) ?? layerOf(path);

function printFigures(): void {
  const files = sources('src/**/*').filter(({ path }) => !path.endsWith('.scss'));
  const within = new Set(files.map(({ path }) => path));
  const imports = files.flatMap(({ path, imports: of }) =>
    [...new Set(of.map(({ to }) => to))].filter((to) => within.has(to)).map((to) => [roomOf(path), roomOf(to)] as const),
  );
  const rooms = new Set(files.map(({ path }) => roomOf(path)));
  const arrows = new Set(imports.filter(([from, to]) => from !== to).map((pair) => pair.join(' → ')));
  const counts = { files: files.length, imports: imports.length, rooms: rooms.size, 'arrows between rooms': arrows.size };
  for (const [name, count] of Object.entries(counts)) console.log(`${name}: ${count}`);
  console.log(`files in circles: ${filesInCircles(files).length}`);
}

if (import.meta.main) printFigures();
