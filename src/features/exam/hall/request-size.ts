/** Maximum number of entries per request; the contract allows 200. */
export const MAX_ENTRIES = 100;
/** Maximum bytes of the entries per request, as JSON in UTF-8: a quarter of the gateway's limit of 1 MiB. */
export const MAX_BYTES = 256 * 1024;
/**
 * The same for a `keepalive` request. Browsers limit all of these in flight to 64 KiB together, and there can be two:
 * the last save, and the report of the screen switch.
 */
export const MAX_KEEPALIVE_BYTES = 28 * 1024;

const encoder = new TextEncoder();

/**
 * The entries that fit one request, in order; entries that do not fit are skipped.
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

/** Adaptive request size: halved when a request is rejected as too large, doubled when one succeeds. */
export class RequestSize {
  #entries = MAX_ENTRIES;

  /** The entries of the next request: at least one, whatever its size. */
  next<E>(entries: E[]): E[] {
    const chosen = fitting(entries, { count: this.#entries, bytes: MAX_BYTES });
    return chosen.length > 0 ? chosen : entries.slice(0, 1);
  }

  grow(): void {
    this.#entries = Math.min(MAX_ENTRIES, this.#entries * 2);
  }

  /** Called after a request with this many entries was rejected. */
  shrink(sent: number): void {
    this.#entries = Math.ceil(sent / 2);
  }
}
