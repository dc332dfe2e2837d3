/** Lines of files. */
export class LineSet {
  readonly #lines = new Set<string>();

  add({ file, line }: { file: string; line: number }): void {
    this.#lines.add(nameOf(file, line));
  }

  has(file: string, line: number): boolean {
    return this.#lines.has(nameOf(file, line));
  }

  get size(): number {
    return this.#lines.size;
  }
}

const nameOf = (file: string, line: number) => `${line} ${file}`;
