import { AppError } from '#src/server/core/app-error.ts';
import { isUuid } from '#src/lib/uuid.ts';

/** Position in a list that is ordered by votes (of some orders), time and id. */
export type Position = { rank: number; votes: number; at: Date; id: string };

/** A position as clients receive it. `order` names the list: a position in one order means nothing in another. */
export const writeCursor = (order: string, { rank, votes, at, id }: Position): string =>
  Buffer.from(JSON.stringify([order, rank, votes, at.getTime(), id])).toString('base64url');

/**
 * @throws AppError 422 for a position that `writeCursor` did not write for this order
 */
export function readCursor(order: string, cursor: string): Position {
  const [of, rank, votes, time, id] = partsOf(cursor);
  const numbers = [rank, votes, time];
  if (of !== order || !numbers.every(Number.isSafeInteger) || typeof id !== 'string' || !isUuid(id)) throw invalid();
  const at = new Date(time as number);
  if (Number.isNaN(at.getTime()) || Math.abs(rank as number) > 1 || Math.abs(votes as number) > 2 ** 31 - 1)
    throw invalid();
  return { rank: rank as number, votes: votes as number, at, id };
}

function partsOf(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

const invalid = () => new AppError(422, 'invalid', { fields: [{ field: 'after', key: 'field.invalid' }] });
