import fc from 'fast-check';

/** Properties are tried with inputs of this seed (vitest.config.ts), or where it is not set with others each time. */
const seed = process.env['PROPERTY_SEED'];
if (seed) fc.configureGlobal({ seed: Number(seed) });
