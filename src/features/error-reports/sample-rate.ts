/** The feature flag that says which part of the errors is reported: 0 for none, 1 for all (spec §9). */
export const SAMPLE_RATE = 'nuxt-error-sample-rate';
export const DEFAULT_RATE = 0;

/** Whether a flag's value is a rate. */
export const isRate = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;

/** A flag's value as a rate; what is no number is the default. */
export const rateOf = (value: unknown): number => (typeof value === 'number' ? value : DEFAULT_RATE);
