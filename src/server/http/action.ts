import { Fault } from './fault.ts';

/**
 * What `do` names of an address with several actions (spec §7): names of the table alone, and nothing that every object has.
 * @throws Fault 400 when it names nothing of the table
 */
export function actionNamed<Action>(table: Record<string, Action>, name: string | null): Action {
  const action = name !== null && Object.hasOwn(table, name) ? table[name] : undefined;
  if (action === undefined) throw new Fault(400, `do must be one of ${Object.keys(table).join(', ')}.`);
  return action;
}
