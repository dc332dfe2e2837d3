import type { Problem } from '../../ui/Form.tsx';
import { addFields } from './contracts/alert-fields.ts';
import type { AlertFields } from './draft.ts';

/** The fault of an entered value with its field, in the words of the call; null when there is none. */
export function fieldFault(fields: AlertFields): Problem | null {
  const [issue] = addFields.safeParse(fields).error?.issues ?? [];
  if (!issue) return null;
  const at = String(issue.path[0]);
  return { at, message: `This ${issue.message}` };
}
