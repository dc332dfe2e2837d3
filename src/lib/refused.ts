/** A command that cannot be carried out as it was given; each line says what an editor can do about it. */
export class Refused extends Error {
  readonly lines: string[];

  constructor(...lines: string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}
