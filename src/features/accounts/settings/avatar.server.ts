import type { Call, UploadCall } from '../../../server/http/endpoint.ts';
import type { Db } from '../../../server/db/database.ts';
import { IMMUTABLE } from '../../../server/http/static-files.ts';
import { avatarImage } from '../avatar-image.server.ts';
import { encodeAvatar } from '../avatar-picture.server.ts';
import { avatarPath, isTint } from '../../../lib/avatar.ts';
import { limit } from '../../session/limit.server.ts';
import { lockMember } from '../../session/lock-member.server.ts';
import type { MemberVisit } from '../../session/visit.server.ts';
import type { Outcome } from '../../session/outcomes.server.ts';
import { SETTINGS } from './page.ts';

const TOO_OFTEN = 'You have changed your picture too often. Please wait an hour.';

/** Makes an uploaded picture the member's avatar, or gives them a generated one (`tint`). */
export async function saveAvatar({ context, form, session }: MemberVisit<UploadCall>): Promise<Outcome> {
  await limit(context, 'picture', session.userId, TOO_OFTEN);
  const file = form.get('avatar');
  if (!(file instanceof File)) return refusal('Choose a picture to upload.');
  const bytes = Buffer.from(await file.arrayBuffer());
  const encoded = await context.inTurn(() => encodeAvatar(bytes));
  if ('fault' in encoded) return refusal(encoded.fault);
  const { digest, image } = encoded;
  return replaceAvatar({ context, session }, digest, (transaction) =>
    transaction
      .insertInto('avatars')
      .values({ user_id: session.userId, digest, image })
      .onConflict((oc) => oc.column('user_id').doUpdateSet({ digest, image }))
      .execute(),
  );
}

/** Gives the member a generated avatar of a tint; an uploaded picture goes. */
export async function chooseTint({ context, form, session }: MemberVisit): Promise<Outcome> {
  const tint = form.get('tint') ?? '';
  if (!isTint(tint)) return refusal('Choose one of the colours.');
  await limit(context, 'picture', session.userId, TOO_OFTEN);
  return replaceAvatar({ context, session }, tint, (transaction) =>
    transaction.deleteFrom('avatars').where('user_id', '=', session.userId).execute(),
  );
}

/** @param writePicture writes the row of the uploaded picture, or deletes it */
async function replaceAvatar(
  { context, session }: Pick<MemberVisit, 'context' | 'session'>,
  avatar: string,
  writePicture: (transaction: Db) => Promise<unknown>,
): Promise<Outcome> {
  const isDone = await context.db.transaction().execute(async (transaction) => {
    if (!(await lockMember(transaction, session.userId))) return false;
    await writePicture(transaction);
    await transaction.updateTable('members').set({ avatar }).where('user_id', '=', session.userId).execute();
    return true;
  });
  return isDone ? saved(session, avatar) : refusal('Your account no longer exists.');
}

const saved = ({ userId, username }: MemberVisit['session'], avatar: string): Outcome => ({
  answer: { avatar: avatarPath({ userId, username, avatar }) },
  to: SETTINGS,
  notice: 'Your picture was saved.',
  changesPages: true,
});

const refusal = (message: string): Outcome => ({
  answer: { status: 'error', message },
  refused: { message, field: 'avatar' },
  to: SETTINGS,
});

const NAME = /^(?<digest>[0-9a-f]{64})\.webp$/;

/** Answers `/profile/avatar/{digest}.webp` until it is published; what a name stands for never changes. */
export async function avatarPicture({ context, params }: Call): Promise<Response | undefined> {
  const digest = NAME.exec(params['name'] ?? '')?.groups?.['digest'];
  const image = digest && (await avatarImage(context.db, digest));
  return image
    ? new Response(new Uint8Array(image), {
        headers: { 'Content-Type': 'image/webp', 'Cache-Control': IMMUTABLE, ETag: `"${digest}"` },
      })
    : undefined;
}
