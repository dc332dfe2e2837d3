/** A number of which it is known what is in front of its decimals. */
interface WrittenNumber {
  /** Its units as they are written, such as `1.299`. */
  units: string;
  /** What groups the units in threes; undefined where nothing does, or digits are grouped as in India. */
  separator: string | undefined;
  /** One or two digits; undefined where it has no decimals. */
  cents: string | undefined;
}

/** What is behind a whole amount in place of decimals: `19,-`, `19.–`, and in India `1,299/-`. A separator before it is one of thousands. */
export const NO_CENTS = /[.,/][-–—]{1,2}$/;

const UNGROUPED = /^(?<units>\d+|(?=[.,]))(?:[.,](?<cents>\d{1,2}))?$/;
const GROUPED = /^(?<units>\d{1,3}(?:(?<separator>[.,'’ ])\d{3})(?:\k<separator>\d{3})*)(?:(?!\k<separator>)[.,](?<cents>\d{1,2}))?$/;
const GROUPED_IN_INDIA = /^(?<units>\d{1,2}(?:,\d{2})+,\d{3})(?:\.(?<cents>\d{1,2}))?$/;

/**
 * Reads a number in the usual notations, whatever the language: `1299`, `19,99`, `1,299.99`, `1.299,99`, `1 299`, `1,29,999`. Three digits
 * behind a separator are taken for thousands.
 * @param number in the digits 0 to 9
 */
export function writtenNumber(number: string): WrittenNumber | undefined {
  const found = (UNGROUPED.exec(number) ?? GROUPED.exec(number) ?? GROUPED_IN_INDIA.exec(number))?.groups;
  return found && { units: found['units'] ?? '', separator: found['separator'], cents: found['cents'] };
}

/** The same number as `parseMoney` reads it. */
export const withPoint = ({ units, cents = '0' }: WrittenNumber): string => `${units.replace(/\D/g, '') || '0'}.${cents}`;
