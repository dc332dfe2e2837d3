import { z } from 'zod';

const testName = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be lowercase letters, digits and hyphens, 40 at most');
const variantName = z.string().regex(/^[A-Za-z][A-Za-z0-9 -]{0,39}$/, 'must be letters, digits, blanks and hyphens, 40 at most');
const WEIGHT = 'must be a whole number from 0 to 1000';

/** An A/B test. Each variant gets its weight's part of the visitors; those whose name begins with 'Control' are controls (spec §3). */
const abTest = z.strictObject({
  name: testName,
  variants: z
    .array(z.strictObject({ name: variantName, weight: z.int(WEIGHT).min(0, WEIGHT).max(1000, WEIGHT).default(1) }))
    .min(2, 'must be two or more')
    .max(10, 'must be ten at most')
    .refine((variants) => variants.some(({ name }) => isControl(name)), 'must have a control: a variant whose name begins with "Control"')
    .refine((variants) => new Set(variants.map(({ name }) => name)).size === variants.length, 'must have different names')
    .refine((variants) => variants.some(({ weight }) => weight > 0), 'must have a weight above 0'),
});
export type AbTest = z.infer<typeof abTest>;

/** The file of tests, as editors write it. */
export const abTestFile = z
  .array(abTest)
  .max(20, 'must be 20 tests at most')
  .refine((tests) => new Set(tests.map(({ name }) => name)).size === tests.length, 'must have different names');

/** Whether a variant is what the others are compared with (spec §3, Visitor A/B info). */
export const isControl = (variant: string): boolean => variant.startsWith('Control');
