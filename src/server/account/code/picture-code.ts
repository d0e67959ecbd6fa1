import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { pictureCode } from '#src/server/core/db/schema/sign-in.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { appSecret } from '#src/server/core/settings.ts';
import { GLYPHS } from './glyphs.ts';

/** How long a picture can be answered, seconds. */
export const PICTURE_SECONDS = 300;
const LENGTH = 4;
const CHARACTERS = Object.keys(GLYPHS);

/** Keeps the hash of a new answer. */
export async function issueAnswer(now: Date): Promise<{ id: string; answer: string }> {
  const id = randomUUID();
  const answer = Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]!).join('');
  const expiresAt = new Date(now.getTime() + PICTURE_SECONDS * 1000);
  await withPortal((db) => db.insert(pictureCode).values({ id, answerHash: hashAnswer(id, answer), expiresAt }));
  return { id, answer };
}

/**
 * Uses a picture up, rightly answered or not.
 * @throws AppError 422 at field `pictureCode`: none was answered, or wrongly, too late, or twice
 */
export async function useAnswer(
  { pictureId, pictureCode: answer }: { pictureId?: string; pictureCode?: string },
  now: Date,
): Promise<void> {
  if (!pictureId || !answer)
    throw new AppError(422, 'pictureRequired', { fields: [{ field: 'pictureCode', key: 'pictureRequired' }] });
  const [found] = await withPortal((db) =>
    db
      .delete(pictureCode)
      .where(and(eq(pictureCode.id, pictureId), gt(pictureCode.expiresAt, now)))
      .returning(),
  );
  if (!found || !timingSafeEqual(found.answerHash, hashAnswer(pictureId, answer)))
    throw new AppError(422, 'wrongPicture', { fields: [{ field: 'pictureCode', key: 'wrongPicture' }] });
}

/** Case, spaces and full-width characters make no difference. */
export function hashAnswer(id: string, answer: string): Buffer {
  const plain = answer.normalize('NFKC').replace(/\s/g, '').toUpperCase();
  return createHmac('sha256', appSecret()).update(`picture\n${id}\n${plain}`).digest();
}
