const LETTERS = new Intl.Segmenter('en-US', { granularity: 'grapheme' });
const lettersOf = (text: string): string[] => Array.from(LETTERS.segment(text), ({ segment }) => segment);

/**
 * Breaks a text into lines between its words, and words that are longer than a line between their letters.
 * @param fits whether a text fits a line
 * @param most how many lines there may be; the last one ends in an ellipsis when the text is longer
 */
export function breakLines(text: string, fits: (line: string) => boolean, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  const endLine = () => {
    if (line !== '') lines.push(line);
    line = '';
  };
  for (const word of text.split(/\s+/)) {
    const longer = `${line} ${word}`.trim();
    if (fits(longer)) {
      line = longer;
      continue;
    }
    endLine();
    for (const letter of lettersOf(word)) {
      if (!fits(line + letter)) endLine();
      line += letter;
    }
  }
  endLine();
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), shortened(lines.slice(most - 1).join(' '), fits)];
}

/** Returns a text as it is where it fits a line, else as much of its beginning as fits with an ellipsis. */
export function shortened(text: string, fits: (line: string) => boolean): string {
  if (fits(text)) return text;
  let shown = '';
  for (const letter of lettersOf(text)) {
    if (!fits(`${(shown + letter).trimEnd()}…`)) break;
    shown += letter;
  }
  return `${shown.trimEnd()}…`;
}
