/** Preloaded into a site (`--import`): the clock that measures how long statements run goes ten times as fast. */
const real = process.hrtime.bigint;
process.hrtime.bigint = () => 10n * real();
