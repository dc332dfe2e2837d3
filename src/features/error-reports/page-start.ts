import { CALL_FAILED } from '../../ui/call-failed.ts';
import { reloadWhenGone } from '../../ui/reload-when-gone.ts';

/** Watches for unhandled errors and answers of 500 and more; the code that reports them is loaded with the first one. */
export function watchErrors(): void {
  for (const type of ['error', 'unhandledrejection', CALL_FAILED])
    addEventListener(type, (event) => void import('./report-error.ts').then((script) => script.reportEvent(event), reloadWhenGone));
}
