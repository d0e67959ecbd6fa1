import { isPhone, plainNumber } from '#src/lib/phone.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';

/** Limit of searches by a complete phone number per user: a masked number leaves 10,000 candidates to try. */
const PHONE_SEARCH_LIMIT = { limit: 200, seconds: 86_400 };

/**
 * Counts a search of people whose keyword is a complete phone number. Called before the transaction: a request that holds a connection must
 * not wait for a second one.
 * @throws AppError 429 after too many of them
 */
export async function takePhoneSearch(
  { tenant, viewer }: Pick<RequestContext, 'tenant'> & { viewer: Viewer },
  keyword: string | undefined,
): Promise<void> {
  if (isPhone(plainNumber(keyword ?? '')))
    await takeTry(`peopleByPhone:${tenant.id}:${viewer.userId}`, PHONE_SEARCH_LIMIT);
}
