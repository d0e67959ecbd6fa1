/** The number of candidates that is tried first. */
const FIRST = 250;
/** Below this number none is tried: a portal that does not hold so few holds no exam. */
const LEAST = 10;

type Tried = { takers: number; held: boolean };

/**
 * Returns the number of candidates to try next: twice as many while the installation holds them, up to `most`; half as many
 * if it does not hold the first ones. Null: `largestHeld` is found.
 */
export function nextTakers(tried: Tried[], most: number): number | null {
  const last = tried.at(-1);
  if (!last) return Math.min(FIRST, most);
  if (last.held)
    return largestHeld(tried) < tried[0]!.takers || last.takers >= most ? null : Math.min(last.takers * 2, most);
  if (largestHeld(tried) > 0) return null;
  const fewer = Math.floor(last.takers / 2);
  return fewer < LEAST ? null : fewer;
}

/** The largest number of candidates that was held; 0 if none was. */
export const largestHeld = (tried: Tried[]): number =>
  Math.max(0, ...tried.filter(({ held }) => held).map(({ takers }) => takers));
