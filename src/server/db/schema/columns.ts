import type { ColumnType } from 'kysely';

/** A column that may be left out when a row is inserted. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
export type OptionalTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** A calendar day as `YYYY-MM-DD`. */
export type Day = string;
/** Money in hundredths of its currency, even of currencies without cents, such as yen. */
export type Cents = number;
