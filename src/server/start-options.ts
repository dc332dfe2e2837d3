import { parseArgs } from 'node:util';
import { CannotStart } from './cannot-start.ts';

/** The options of `npm start --`. */
interface StartOptions {
  /** Whether a site that has no catalogue yet begins without the demo. */
  empty: boolean;
}

/** Reads the arguments of `npm start --`. @throws CannotStart with the options that there are */
export function startOptions(args: string[]): StartOptions {
  try {
    const { values } = parseArgs({ args, options: { empty: { type: 'boolean', default: false } } });
    return values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CannotStart(
      `${error.message}\nnpm start takes --empty alone: begin without the demo. Everything else is a setting (docs/operations.md).`,
    );
  }
}
