/** Whether everything is tested as thoroughly as it can be (`npm test -- --full`). */
export const IS_FULL = Boolean(process.env['TEST_FULL']);

/** How often a property that takes seconds is tried: a few times with each change, many with `--full`. */
export const runs = (few: number, many: number): number => (IS_FULL ? many : few);
