import { createHash, createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Locale } from '#src/i18n/locale.ts';
import { pictureCode } from '#src/server/account/tables/sign-in.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { isWithin } from '#src/server/core/expiry.ts';
import { appSecret } from '#src/server/core/settings.ts';
import { drawCode } from './draw-code.ts';
import { speakCode } from './speak-code.ts';

/** Lifetime of a challenge. */
const CHALLENGE_SECONDS = 300;
/** Largest solution. A browser computes half as many hashes on average: one to two seconds on a slow phone. */
const MAX_NUMBER = 200_000;
/** Digits of a code that is seen or heard: without 1 and 9, which sound or look like 7 and 5 in one of the languages. */
const DIGITS = '02345678';
const CODE_LENGTH = 6;

type Asked = { kind: 'work' | 'picture' | 'audio'; locale: Locale; now: Date };

/**
 * Creates a challenge. `work`: the browser has to find the number whose hash together with the id is `challenge`; `picture` and
 * `audio`: a person reads or hears six digits. The database stores only a keyed hash of the answer, so that reading it does not
 * reveal the solution. `expiresIn` is in seconds.
 */
export async function issueChallenge({ kind, locale, now }: Asked) {
  const id = randomUUID();
  const answer = kind === 'work' ? String(randomInt(MAX_NUMBER + 1)) : randomCode();
  const challenge = kind === 'work' ? createHash('sha256').update(`${id}:${answer}`).digest('hex') : '';
  const picture = kind === 'picture' ? `data:image/png;base64,${(await drawCode(answer)).toString('base64')}` : null;
  const audio = kind === 'audio' ? (await speakCode(answer, locale)).toString('base64') : null;
  const expiresAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1000);
  await withPortal((db) => db.insert(pictureCode).values({ id, answerHash: hashAnswer(id, answer), expiresAt }));
  return { id, challenge, maxNumber: kind === 'work' ? MAX_NUMBER : 0, picture, audio, expiresIn: CHALLENGE_SECONDS };
}

const randomCode = () => Array.from({ length: CODE_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('');

/**
 * Verifies the solution of a challenge and uses the challenge up, also when the solution is wrong.
 * @throws AppError 422 at field `pictureCode` when the solution is missing or wrong, or the challenge expired or
 *   already used
 */
export async function useAnswer(
  { pictureId, pictureCode: answer }: { pictureId?: string; pictureCode?: string },
  now: Date,
): Promise<void> {
  if (!pictureId || !answer)
    throw new AppError(422, 'pictureRequired', { fields: [{ field: 'pictureCode', key: 'pictureRequired' }] });
  const [found] = await withPortal((db) => db.delete(pictureCode).where(eq(pictureCode.id, pictureId)).returning());
  const isValid = found && isWithin(found.expiresAt, now, CHALLENGE_SECONDS);
  if (!isValid || !timingSafeEqual(found.answerHash, hashAnswer(pictureId, answer)))
    throw new AppError(422, 'wrongPicture', { fields: [{ field: 'pictureCode', key: 'wrongPicture' }] });
}

function hashAnswer(id: string, answer: string): Buffer {
  return createHmac('sha256', appSecret()).update(`picture\n${id}\n${answer}`).digest();
}
