import { createHash, createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { pictureCode } from '#src/server/core/db/schema/sign-in.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { appSecret } from '#src/server/core/settings.ts';

/** How long a challenge can be answered, seconds. */
const CHALLENGE_SECONDS = 300;
/** Largest answer: the work of a browser is half as many hashes on average, one to two seconds on a slow phone. */
const MAX_NUMBER = 200_000;

/**
 * A challenge: the browser has to find the number whose hash with the id is `challenge`. Only a keyed hash of the number is
 * kept, so that whoever reads the database still has to do the work.
 */
export async function issueChallenge(now: Date) {
  const id = randomUUID();
  const answer = String(randomInt(MAX_NUMBER + 1));
  const challenge = createHash('sha256').update(`${id}:${answer}`).digest('hex');
  const expiresAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1000);
  await withPortal((db) => db.insert(pictureCode).values({ id, answerHash: hashAnswer(id, answer), expiresAt }));
  return { id, challenge, maxNumber: MAX_NUMBER, expiresIn: CHALLENGE_SECONDS };
}

/**
 * Uses a challenge up, rightly answered or not.
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

function hashAnswer(id: string, answer: string): Buffer {
  return createHmac('sha256', appSecret()).update(`picture\n${id}\n${answer}`).digest();
}
