import * as z from 'zod/mini';
import { LONGEST } from './limits.ts';

/** An error in a browser: what happened and where in the code, nothing of who saw it. */
export const errorReport = z.strictObject({
  message: z.string().check(z.minLength(1), z.maxLength(LONGEST.message)),
  stack: z.string().check(z.maxLength(LONGEST.stack)),
  /** Path of the page, without a query. */
  path: z.string().check(z.regex(/^\/[^?#\s]*$/), z.maxLength(LONGEST.path)),
  /** Name of the page's script, which changes with every release that changes the script. */
  release: z.string().check(z.regex(/^[\w.@-]*$/), z.maxLength(LONGEST.release)),
});
export type ErrorReport = z.infer<typeof errorReport>;
