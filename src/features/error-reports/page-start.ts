import { CALL_FAILED } from '../../ui/call-failed.ts';
import { reloadWhenGone } from '../../ui/reload-when-gone.ts';

/** Looks into errors that nobody handles and answers of 500 and more; what that takes is loaded with the first. */
export function watchErrors(): void {
  for (const type of ['error', 'unhandledrejection', CALL_FAILED])
    addEventListener(type, (event) => void import('./report-error.ts').then((script) => script.reportEvent(event), reloadWhenGone));
}
