import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import { sharePictures } from '../../features/deals/share-picture.server.ts';
import { retryFailed } from '../../features/pictures/due-pictures.server.ts';
import { fetchWanted } from '../../features/pictures/fetch-pictures.server.ts';
import { picturesOverview } from '../../features/pictures/overview.server.ts';
import { shellPictures } from '../../features/shell/shell-settings.server.ts';
import type { CommandHandler } from './command-handler.ts';

const picturesInput = z.strictObject({ wait: z.boolean(), retry: z.boolean(), all: z.boolean() });

const FEW = 3;
const ALL = 10_000;

/** Schedules failed pictures again, fetches what is wanted, and sends `pictures`. */
export const picturesCommand =
  (context: Context): CommandHandler =>
  async (input, { send, progress, publish }) => {
    const { wait, retry, all } = picturesInput.parse(input);
    if (retry) await retryFailed(context.db);
    if (wait) await fetchWanted(context, progress);
    await send({ pictures: await picturesOverview(context.db, await shellPictures(context.db), all ? ALL : FEW) });
    if (wait) await publish();
  };

const sharePicturesInput = z.strictObject({ deals: z.array(z.int()) });

/** Sends each share picture of deals, and that of the site, as `sharePicture`. */
export const sharePicturesCommand =
  (context: Context): CommandHandler =>
  async (input, { send, progress }) => {
    const { deals } = sharePicturesInput.parse(input);
    let done = 0;
    for await (const { file, png } of sharePictures(context, deals)) {
      await send({ sharePicture: { file, png: Buffer.from(png).toString('base64') } });
      await progress({ phase: 'making share pictures', done: ++done, total: deals.length + 1 });
    }
  };
