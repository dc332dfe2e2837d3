import { Fault } from './fault.ts';

/**
 * The action that `do` names, of an address with several (spec §7): only own properties of the table count, not inherited ones.
 * @throws Fault 400 when it names nothing of the table
 */
export function actionNamed<Action>(table: Record<string, Action>, name: string | null): Action {
  const action = name !== null && Object.hasOwn(table, name) ? table[name] : undefined;
  if (action === undefined) throw new Fault(400, `do must be one of ${Object.keys(table).join(', ')}.`);
  return action;
}
