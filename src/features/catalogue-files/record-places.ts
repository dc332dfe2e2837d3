import { isFeed } from './feed-file.ts';

interface Place {
  file: string;
  line: number;
  /** The id or the title of a product in a feed, of which one line may hold many; not used of other files. */
  record?: string | undefined;
}

/** Where records are in files. */
export class RecordPlaces {
  readonly #places = new Set<string>();

  add(place: Place): void {
    this.#places.add(nameOf(place));
  }

  has(place: Place): boolean {
    return this.#places.has(nameOf(place));
  }

  get size(): number {
    return this.#places.size;
  }
}

const nameOf = ({ file, line, record }: Place) => JSON.stringify([file, line, isFeed(file) ? record : undefined]);
