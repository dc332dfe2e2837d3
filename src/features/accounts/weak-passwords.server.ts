import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { once } from '../../lib/once.ts';
import type { Context } from '../../server/context.ts';
import { emailKey } from './email.ts';
import { MESSAGES } from './messages.ts';
import { passwordFault, normalizePassword } from './password.ts';

/** A password must take at least so many guesses: 8 random characters take 100 million, a word with a year and a sign 30 million. */
const FEWEST_GUESSES = 4e7;
/** So many characters are estimated: the time for it grows fast with the length, and a password this hard to guess is strong enough without the rest. */
const LONGEST_ESTIMATED = 24;
/** How many letters may be replaced by signs that look like them; more make odd texts take seconds. */
const SUBSTITUTIONS = 10;
/** Names shorter than this occur in texts by chance. */
const SHORTEST_WORD = 3;

/** A password that has fewer characters than this besides names is as weak as the names. */
const FEWEST_BESIDE_NAMES = 4;
/** Small Cyrillic, Greek and other letters, each with the Latin one that it looks like, itself or as a capital. */
const LOOKALIKES = new Map(
  'аa вb сc ԁd еe ɡg һh нh іi ıi јj кk мm оo рp ԛq ѕs тt уy ԝw хx αa βb εe ηh ιi κk μm νv οo ρp τt υy χx ζz'
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1)]),
);

/** Loaded with the first new password: the lists take some MB. */
const loadEstimator = once(async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory: Estimator }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Estimator({
    // Without the list of words for passphrases, which are meant to be used.
    dictionary: { 'passwords-common': dictionary['passwords-common'] },
    graphs: adjacencyGraphs,
    maxLength: LONGEST_ESTIMATED,
    l33tMaxSubstitutions: SUBSTITUTIONS,
  });
});

/** The member whose password it will be. Whoever knows them would try their names first. */
interface PasswordOwner {
  email: string;
  /** Unknown when it is still to be made. */
  username?: string;
}

/** Why a password cannot be a member's new one; undefined when it can (spec §5, contract.md). */
export async function newPasswordFault(
  { config }: Pick<Context, 'config'>,
  password: string,
  { email, username = '' }: PasswordOwner,
): Promise<string | undefined> {
  const fault = passwordFault(password);
  if (fault) return MESSAGES[fault];
  const plain = normalizePassword(password);
  if (plain.toLowerCase() === emailKey(email)) return MESSAGES.passwordCommon;
  const words = wordsOf(config.siteName, new URL(config.siteUrl).hostname, email, username);
  const estimator = await loadEstimator();
  const isWeak = (text: string, known: string[]) =>
    estimator.check([...text].slice(0, LONGEST_ESTIMATED).join(''), known).guesses < FEWEST_GUESSES;
  const folded = words.map(fold);
  const spelt = joinNames(fold(plain), folded);
  return isWeak(plain, words) || (spelt && (spelt.beside < FEWEST_BESIDE_NAMES || isWeak(spelt.text, folded)))
    ? MESSAGES.passwordCommon
    : undefined;
}

/** A text in small letters without accents, those of other scripts as the Latin ones that they look like. */
const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\0-\x7f]/gu, (letter) => LOOKALIKES.get(letter) ?? letter);

/**
 * Removes signs between the letters of names and around them from a folded text. All other signs stay, because they have to be guessed.
 * @returns the text, and `beside`: how many characters belong to no name; undefined for a text without any
 */
function joinNames(text: string, names: string[]): { text: string; beside: number } | undefined {
  const longestFirst = names.filter((name) => /^[\p{L}\p{N}]+$/u.test(name)).toSorted((one, other) => other.length - one.length);
  if (longestFirst.length === 0) return undefined;
  const spellings = longestFirst.map((name) => [...name].join('[^\\p{L}\\p{N}]*')).join('|');
  const named = new RegExp(`[^\\p{L}\\p{N}]*(${spellings})[^\\p{L}\\p{N}]*`, 'gu');
  const beside = text.replaceAll(named, '');
  if (beside === text) return undefined;
  return { text: text.replaceAll(named, (_all, name: string) => name.replaceAll(/[^\p{L}\p{N}]+/gu, '')), beside: [...beside].length };
}

/** The words that names are made of, each also as a whole, the address without what is behind its @. */
function wordsOf(...names: string[]): string[] {
  const words = names.flatMap((name) => {
    const key = emailKey(name);
    const parts = key.split(/[^\p{L}\p{N}]+/u);
    const whole = key.replace(/@.*/s, '');
    return [...parts, whole, whole.replaceAll(/[^\p{L}\p{N}]+/gu, '')];
  });
  return [...new Set(words)].filter((word) => word.length >= SHORTEST_WORD);
}
