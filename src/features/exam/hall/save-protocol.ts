import { ApiError } from '#src/client/api-error.ts';
import type { Data } from '#src/contract/calls.ts';
import type { DeviceEntry, DeviceStore, RejectReason } from './device-store.ts';

/** The part of a save response that the queue needs. */
export type SendReply = Pick<
  Data<'POST /exam/auth/user/exam/answer/save'>,
  'acks' | 'rejected' | 'superseded' | 'status'
> &
  /** What invigilators do. */
  Partial<Pick<Data<'POST /exam/auth/user/exam/answer/save'>, 'pausedAt' | 'messages'>>;
/** Result per entry of one request. */
export type Acknowledgement = Pick<SendReply, 'acks' | 'rejected'>;
/** A change as it is sent. */
export type Entry = Pick<DeviceEntry, 'questionId' | 'epoch' | 'revision' | 'answer' | 'flagged' | 'lang'>;
/** An answer that the server did not accept. */
export type Rejected = { questionId: string; reason: RejectReason };

/**
 * Sends entries of one epoch. @throws ApiError if the request was rejected as a whole, or the server cannot be reached
 */
export type Send = (entries: Entry[], request: { epoch: number; keepalive: boolean }) => Promise<SendReply>;

/** Whether a request was rejected as a whole because of its content: a smaller one may succeed. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 413 || error.code === 422);
}

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

/**
 * Sends as evidence the changes on this device that can no longer count: changes overridden by another device, and
 * changes of an attempt that was closed meanwhile. They keep their stamps, so the server recognises duplicates.
 * Acknowledged and rejected ones are removed from the list; others stay on the device.
 * @param below only entries of epochs below this one
 * @returns the number acknowledged as not counted
 * @throws ApiError if the server cannot be reached or accepts no more saves
 */
export async function sendStaleAnswers(
  store: DeviceStore,
  attemptId: string,
  send: Send,
  { below = Infinity }: { below?: number } = {},
): Promise<number> {
  const kept = (await store.all(attemptId)).filter((entry) => !entry.rejected && entry.epoch < below);
  const setAside = (entry: DeviceEntry, reason: RejectReason) =>
    store.put({ ...entry, rejected: { reason, at: Date.now() } });
  const size = new RequestSize();
  let evidence = 0;
  for (const epoch of new Set(kept.map((entry) => entry.epoch))) {
    let rest = kept.filter((entry) => entry.epoch === epoch);
    while (rest.length > 0) {
      const chosen = size.next(rest);
      try {
        const { acks, rejected } = await send(chosen.map(toEntry), { epoch, keepalive: false });
        for (const ack of acks) await store.forget({ attemptId, ...ack });
        for (const { questionId, reason } of rejected) {
          const entry = chosen.find((each) => each.questionId === questionId);
          if (entry) await setAside(entry, reason);
        }
        evidence += acks.filter((ack) => ack.state !== 'saved').length;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        if (chosen.length > 1) {
          size.shrink(chosen.length);
          continue;
        }
        await setAside(chosen[0]!, 'refused');
      }
      rest = rest.filter((entry) => !chosen.includes(entry));
    }
  }
  return evidence;
}

function toEntry({ questionId, epoch, revision, answer, flagged, lang = null }: Entry): Entry {
  return { questionId, epoch, revision, answer, flagged, lang };
}
