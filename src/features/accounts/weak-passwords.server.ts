import { dictionary } from '@zxcvbn-ts/language-common';
import { isLongEnough, passwordFault, settlePassword } from './password.ts';
import { MESSAGES } from './messages.ts';
import { emailKey } from './email.ts';

let common: Set<string> | undefined;

/** Whether a password is among those that are tried first. */
function isCommon(password: string): boolean {
  common ??= new Set(dictionary['passwords-common'].map(String).filter(isLongEnough));
  return common.has(password);
}

/**
 * Why a password cannot be a member's new one; undefined when it can (spec §5, contract.md).
 * @param email the member's own address, which everybody would try
 */
export function newPasswordFault(password: string, email: string): string | undefined {
  const fault = passwordFault(password);
  if (fault) return MESSAGES[fault];
  const plain = settlePassword(password).toLowerCase();
  const own = emailKey(email);
  return isCommon(plain) || plain === own || plain === own.split('@')[0] ? MESSAGES.passwordCommon : undefined;
}
