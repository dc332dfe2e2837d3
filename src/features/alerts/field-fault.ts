import type { Problem } from '../../ui/Form.tsx';
import { addFields } from './contracts/alert-fields.ts';
import type { AlertFields } from './draft.ts';

/** What is wrong with what was entered, said at its field, as the call would say it; null when nothing is. */
export function fieldFault(fields: AlertFields): Problem | null {
  const [issue] = addFields.safeParse(fields).error?.issues ?? [];
  if (!issue) return null;
  const at = String(issue.path[0]);
  return { at, message: `This ${issue.message}` };
}
