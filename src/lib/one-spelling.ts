/**
 * Within words the soft hyphen, the word joiner, the byte order mark and the blank without a width: shops write them into long words, and search
 * would take each for the end of one. Before letters of scripts that write words together such a blank says where a word begins.
 */
const UNSEEN =
  /(?<=[\p{L}\p{M}\p{N}])(?:[\u00ad\u2060\ufeff]|\u200b(?![\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]))+(?=[\p{L}\p{N}])/gu;

/** A text in the one spelling of all that look the same: marks are in their letters (NFC: `が` may be `か` and a mark), and nothing unseen is in words. */
export const oneSpelling = (text: string): string => text.replace(UNSEEN, '').normalize('NFC');
