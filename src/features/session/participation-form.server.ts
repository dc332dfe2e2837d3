import type { Endpoint, FormCall } from '../../server/http/endpoint.ts';
import { DO_LOG_IN } from './contracts/participation.ts';
import { participationBlock } from './participation-block.ts';
import { memberForm, type MemberForm, type MemberVisit } from './visit.server.ts';
import type { Outcome } from './outcomes.server.ts';

/** What a member does who takes part. @param refused makes the outcome that says, on the form's page, why it was not done */
type Act = (visit: MemberVisit, refused: (error: string) => Outcome) => Promise<Outcome>;

/**
 * Like `memberForm`, for taking part: voting, commenting, reporting. Members who may not, such as suspended ones, get the reason as
 * `error`, and so do guests (contract.md, Community).
 * @param back the plain page of the form, which shows why it was refused
 */
export const participationForm = (
  back: (call: FormCall) => string,
  act: Act,
  options: Omit<MemberForm, 'onGuest' | 'block'> = {},
): Endpoint => {
  const refusing =
    (visit: MemberVisit) =>
    (error: string, message = error): Outcome => ({ answer: { error }, refused: { message }, to: back(visit) });
  return memberForm(back, (visit) => act(visit, refusing(visit)), {
    ...options,
    onGuest: { error: DO_LOG_IN },
    block(visit) {
      const block = participationBlock(visit.session, visit.context.config.region);
      return block && refusing(visit)(block.error, block.message);
    },
  });
};
