import type { Db } from '../../server/db/database.ts';
import { avatarImage } from '../accounts/avatar-image.server.ts';
import { generatedAvatar, generatedAvatarNames, pictureAddress } from '../../lib/avatar.ts';
import { required } from '../../lib/required.ts';
import { fileOf } from './addresses.ts';
import { digestOf } from './compress.ts';
import type { RenderJob } from './render.server.ts';

/** What an address of a picture stands for never changes. */
const AVATAR_CACHE = 'public, max-age=31536000, immutable';

/** A member's own picture; nothing when no member has it any more. @param digest of the picture */
export async function uploadedAvatarJobs(db: Db, digest: string): Promise<RenderJob[]> {
  const image = await avatarImage(db, digest);
  return image ? [avatarJob(pictureAddress(`${digest}.webp`), digest, image)] : [];
}

/** Every drawing that stands for members without a picture of their own. */
export function generatedAvatarJobs(): RenderJob[] {
  return generatedAvatarNames().map((name) => {
    const drawing = required(generatedAvatar(name), `the drawing ${name}`);
    return avatarJob(pictureAddress(`${name}.svg`), digestOf(drawing), drawing);
  });
}

const avatarJob = (address: string, madeFrom: string, content: string | Buffer): RenderJob => ({
  address,
  file: fileOf(address),
  cacheControl: AVATAR_CACHE,
  madeFrom,
  make: () => Promise.resolve(content),
});
