/** Loaded ahead of a site (`--import`): the clock that tells how long statements run goes ten times as fast. */
const real = process.hrtime.bigint;
process.hrtime.bigint = () => 10n * real();
