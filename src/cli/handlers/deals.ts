import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import { addDeal } from '../../features/editing/add-deal.server.ts';
import type { CommandHandler } from './command-handler.ts';
import { deleteDealsNamed } from '../../features/editing/delete-deals.server.ts';
import { editDeal } from '../../features/editing/edit-deal.server.ts';
import { followDeal } from '../../features/editing/follow-deal.server.ts';
import { featureDeals } from '../../features/editing/feature.server.ts';
import { mergeDeals } from '../../features/editing/merge-deals.server.ts';
import { mergeMany } from '../../features/editing/merge-many.server.ts';
import { expireNamedDeals, reviveNamedDeals, scheduleDeal } from '../../features/editing/schedule.server.ts';

const fields = z.record(z.string(), z.unknown());
const deals = z.strictObject({ deals: z.array(z.string()).min(1) });
const inputs = {
  add: z.strictObject({ record: fields, poster: z.string().optional(), dryRun: z.boolean() }),
  edit: z.strictObject({ deal: z.string(), changes: fields, poster: z.string().nullish(), dryRun: z.boolean() }),
  follow: z.strictObject({ deal: z.string(), follow: z.array(z.string()).min(1), dryRun: z.boolean() }),
  delete: z.strictObject({ ...deals.shape, dryRun: z.boolean() }),
  feature: z.strictObject({ ...deals.shape, undo: z.boolean() }),
  merge: z.union([
    z.strictObject({ duplicate: z.string(), into: z.string(), dryRun: z.boolean().default(false) }),
    z.strictObject({
      rows: z.array(z.strictObject({ line: z.number(), duplicate: z.string(), into: z.string() })).min(1),
      dryRun: z.boolean().default(false),
    }),
  ]),
  schedule: z.strictObject({ deal: z.string(), starts: z.string().optional(), expires: z.string().optional() }),
};

/** Commands about single deals, which editors name as `findDeals` says; each sends `messages`. */
export function dealCommands(
  context: Context,
): Record<'add' | 'edit' | 'follow' | 'expire' | 'revive' | 'delete' | 'feature' | 'merge' | 'schedule', CommandHandler> {
  return {
    async add(input, { finish }) {
      const { record, poster, dryRun } = inputs.add.parse(input);
      await finish(await addDeal(context, { record, poster }, { dryRun }));
    },
    async edit(input, { finish }) {
      const { deal, changes, poster, dryRun } = inputs.edit.parse(input);
      await finish(await editDeal(context, deal, { changes, poster }, { dryRun }));
    },
    async follow(input, { finish }) {
      const { deal, follow, dryRun } = inputs.follow.parse(input);
      await finish(await followDeal(context, deal, follow, { dryRun }));
    },
    async expire(input, { finish }) {
      await finish(await expireNamedDeals(context, deals.parse(input).deals));
    },
    async revive(input, { finish }) {
      await finish(await reviveNamedDeals(context, deals.parse(input).deals));
    },
    async delete(input, { finish }) {
      const { deals: names, dryRun } = inputs.delete.parse(input);
      await finish(await deleteDealsNamed(context, names, { dryRun }));
    },
    async feature(input, { finish }) {
      const { deals: names, undo } = inputs.feature.parse(input);
      await finish(await featureDeals(context, names, { undo }));
    },
    async merge(input, { finish }) {
      const asked = inputs.merge.parse(input);
      const { dryRun } = asked;
      if ('rows' in asked) await finish(await mergeMany(context, asked.rows, { dryRun }));
      else await finish(await mergeDeals(context, asked.duplicate, asked.into, { dryRun }));
    },
    async schedule(input, { finish }) {
      const { deal, starts, expires } = inputs.schedule.parse(input);
      await finish(await scheduleDeal(context, deal, { starts, expires }));
    },
  };
}
