import { keysOf } from '../../lib/keyed.ts';

/** Encodings in which spreadsheets of a language write CSV that is not UTF-8, by the names that `TextDecoder` knows. */
const OF_LANGUAGES = {
  'Windows-1250': ['bs', 'cs', 'hr', 'hu', 'pl', 'ro', 'sk', 'sl', 'sq', 'sr-Latn'],
  'Windows-1251': ['be', 'bg', 'kk', 'ky', 'mk', 'mn', 'ru', 'sr', 'tg', 'uk'],
  'Windows-1253': ['el'],
  'Windows-1254': ['az', 'tr'],
  'Windows-1255': ['he'],
  'Windows-1256': ['ar', 'fa', 'ur'],
  'Windows-1257': ['et', 'lt', 'lv'],
  'Windows-1258': ['vi'],
  'Windows-874': ['th'],
  Shift_JIS: ['ja'],
  'EUC-KR': ['ko'],
  GB18030: ['zh'],
  Big5: ['zh-Hant'],
  'Windows-1252': [],
} as const;

export type LegacyEncoding = keyof typeof OF_LANGUAGES;

const LEGACY_ENCODINGS = keysOf(OF_LANGUAGES);
export const isLegacyEncoding = (name: string): name is LegacyEncoding => Object.hasOwn(OF_LANGUAGES, name);

/** The encoding of CSV that is not UTF-8, by the site's language: Windows-1252 where it has none of its own. @param locale BCP 47 tag */
export function legacyEncodingOf(locale: string): LegacyEncoding {
  const { language, script = '' } = new Intl.Locale(locale).maximize();
  const named = (name: string) => LEGACY_ENCODINGS.find((encoding) => OF_LANGUAGES[encoding].some((one) => one === name));
  return named(`${language}-${script}`) ?? named(language) ?? 'Windows-1252';
}
