import type { FormCall } from '../../server/http/endpoint.ts';
import { fieldsOf } from '../../server/http/fields.ts';
import { pageOfForm } from '../../server/http/form-page.ts';
import { participationForm } from '../session/participation-form.server.ts';
import { limit } from '../session/limit.server.ts';
import type { MemberVisit } from '../session/visit.server.ts';
import type { Outcome } from '../session/outcomes.server.ts';
import { noteResult } from './answers.server.ts';
import { couponResultCall, MESSAGES, type CouponResultAnswer } from './contracts/coupon-result.ts';
import { readEvidence } from './evidence.server.ts';
import { subjectNow } from './subject.server.ts';

/** The on-demand page that has the member's token, and shows why an answer was refused. */
const confirmationOf = (visit: Pick<FormCall, 'form' | 'request'>) => {
  const sent = ['about', 'code', 'worked'].map((name) => [name, (visit.form.get(name) ?? '').slice(0, 200)]);
  return `/account/coupon-result?${new URLSearchParams([...sent, ['url', pageOfForm(visit)]]).toString()}`;
};

/** `POST /web-api/coupon-results/` (decision 066). */
export const resultForm = participationForm(confirmationOf, answerResult, { hasToken: false });

async function answerResult(visit: MemberVisit, refused: (error: string) => Outcome): Promise<Outcome> {
  const { context, form, session } = visit;
  const result = couponResultCall.form.safeParse(fieldsOf(form));
  if (!result.success) return refused('The form does not say which coupon it is about.');
  await limit(context, 'coupon-result', session.userId, MESSAGES.tooFast);
  const { about, code } = result.data;
  const worked = result.data.worked === '1';
  const subject = await subjectNow(context, about);
  if (!subject) return refused(MESSAGES.gone);
  const now = context.clock();
  const counts = await noteResult(context.db, session.userId, subject, { code, worked }, now);
  if (counts === undefined) return refused(MESSAGES.gone);
  const evidence = await readEvidence(context.db, { kind: subject.kind, codes: new Map([[subject.id, code]]) }, now);
  const answer = { worked, counts, evidence: evidence.get(subject.id) ?? null } satisfies CouponResultAnswer;
  return { answer, to: pageOfForm(visit), notice: counts ? MESSAGES.thanks : MESSAGES.later, changesPages: true };
}
