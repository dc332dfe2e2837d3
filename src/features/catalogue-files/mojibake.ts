import { isUtf8 } from 'node:buffer';

const FIRST_HIGH = 0x80;
const HIGH = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 0x100 - FIRST_HIGH }, (_, index) => FIRST_HIGH + index));
const BYTES = new Map([...HIGH].map((character, index) => [character, FIRST_HIGH + index]));
const HIGH_RUN = new RegExp(`[${HIGH}]{2,}`, 'g');

/** Signs that people write after a word: NESCAFÉ®, „MENÜ“, «\u00a0THÉ\u00a0», CAFÉ¹. */
const SIGNS = '®™’‘“”…–—»«›‹•·°¹²³†‡\u00a0';
const SIGN = new RegExp(`[${SIGNS}]`);
/** Letters and signs that people write one after another, as in café…”, Entrée–€5 or náš“. */
const WRITTEN = `${SIGNS}€£¥¢ŠšŽžŒœŸ`;
const ALL_WRITTEN = new RegExp(`^[${WRITTEN}]+$`);

const EACH_WRITTEN = new RegExp(`^(?:.[${WRITTEN}])+$`);

const ASSIGNED = /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}]/u;
/**
 * European Latin letters and signs. The other characters of two bytes are combining accents, which follow their letters, and other scripts.
 */
const LATIN = /[\u00a0-\u017f\u0218-\u021b]/;
const ACCENT = /[\u0300-\u036f]/;
const SCRIPT = /[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]/u;
const EUROPEAN_SCRIPT = /[\p{Script=Greek}\p{Script=Cyrillic}]/u;

/** How certain it is that characters were decoded wrongly; `maybe` counts when others in the text are certain. */
type Certainty = 'sure' | 'maybe' | 'hardly' | 'no';

/**
 * Repairs UTF-8 that was decoded as Windows-1252: `donâ€™t` is `don’t`. Text that people may have written stays, although its bytes would
 * be valid UTF-8, such as the end of `NESCAFÉ®`.
 */
export function repairMojibake(text: string): string {
  const found = [...text.matchAll(HIGH_RUN)].map(({ 0: run, index }) => certaintyOf(run, text[index - 1], text[index + run.length]));
  if (!found.includes('sure')) return text;
  return text.replace(HIGH_RUN, (run) => {
    const certainty = found.shift();
    return certainty === 'sure' || certainty === 'maybe' ? read(run) : run;
  });
}

const bytesOf = (run: string) => Buffer.from([...run].map((character) => BYTES.get(character) ?? 0));
const read = (run: string) => bytesOf(run).toString('utf8');

function certaintyOf(run: string, before = ' ', after = ' '): Certainty {
  if (!isUtf8(bytesOf(run))) return 'no';
  let at = 0;
  const characters = [...read(run)];
  const certainties = characters.map((character) => {
    const from = at;
    at += Buffer.byteLength(character);
    return certaintyOfOne(character, run.slice(from, at), run[from - 1] ?? before, run[at] ?? after);
  });
  if (certainties.includes('no')) return 'no';
  if (certainties.includes('sure') || isForeign(characters, run)) return 'sure';
  return certainties.every((certainty) => certainty === 'maybe') ? 'maybe' : 'hardly';
}

/** Whether a run decodes to several characters of another script, and is itself a sequence that nobody writes. */
const isForeign = (characters: string[], run: string) =>
  characters.filter((character) => SCRIPT.test(character)).length > 1 && !EACH_WRITTEN.test(run);

/**
 * How sure it is that one character was read as several.
 * @param written the first of which, a letter, is followed by signs, or letters that have the codes of signs
 */
function certaintyOfOne(character: string, written: string, before: string, after: string): Certainty {
  const [letter = ''] = written;
  if (!ASSIGNED.test(character)) return 'no';
  // Hardly any word ends with these, and most misread signs and emoji begin with them: Â®, â€™, ðŸ˜€.
  if (/^(?:Â|â|ðŸ)/.test(written)) return 'sure';
  const isWritten = ALL_WRITTEN.test(written.slice(1));
  if (written.length > 2) return isWritten ? 'hardly' : 'sure';
  if (ACCENT.test(character)) return isWritten && !LOWER.test(before) ? 'no' : 'sure';
  if (LATIN.test(character)) return SIGN.test(written.slice(1)) && endsWord(letter, before, after) ? 'maybe' : 'sure';
  return EUROPEAN_SCRIPT.test(character) ? 'maybe' : SCRIPT.test(character) ? 'hardly' : 'no';
}

const LOWER = /\p{Ll}/u;
const UPPER = /\p{Lu}/u;
const LETTER = /\p{L}/u;

/** Whether a capital letter may be a word's last one, or the only one; Ã never is. */
const endsWord = (letter: string, before: string, after: string) =>
  UPPER.test(before) ? !UPPER.test(after) : !LETTER.test(before) && !LETTER.test(after) && letter !== 'Ã';
