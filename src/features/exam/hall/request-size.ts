/** Entries in one request; the contract takes 200. */
export const MAX_ENTRIES = 100;
/** Bytes of the entries in one request, as JSON in UTF-8: a quarter of the gateway's limit of 1 MiB. */
export const MAX_BYTES = 256 * 1024;
/**
 * The same for a request that outlives the page. A browser lets all of those that are under way carry 64 KiB together,
 * and two may be: the last save, and the report that the person left the screen.
 */
export const MAX_KEEPALIVE_BYTES = 28 * 1024;

const encoder = new TextEncoder();

/**
 * The entries that fit one request, in order; those that do not fit beside the others are passed over.
 * @returns at least one where `entries` has one that fits `bytes`; without any such, none
 */
export function fitting<E>(entries: Iterable<E>, { count, bytes }: { count: number; bytes: number }): E[] {
  const chosen: E[] = [];
  let used = 0;
  for (const entry of entries) {
    if (chosen.length === count) break;
    const size = encoder.encode(JSON.stringify(entry)).length + 1;
    if (used + size > bytes) continue;
    chosen.push(entry);
    used += size;
  }
  return chosen;
}

/** How large requests may be: halved when one is refused as too large, doubled when one gets through. */
export class RequestSize {
  #entries = MAX_ENTRIES;

  /** What goes into the next request: at least one entry, however large it is. */
  next<E>(entries: E[]): E[] {
    const chosen = fitting(entries, { count: this.#entries, bytes: MAX_BYTES });
    return chosen.length > 0 ? chosen : entries.slice(0, 1);
  }

  grow(): void {
    this.#entries = Math.min(MAX_ENTRIES, this.#entries * 2);
  }

  /** After a request of this many entries was refused. */
  shrink(sent: number): void {
    this.#entries = Math.ceil(sent / 2);
  }
}
