import type { DeviceEntry, DeviceStore, RejectReason } from './device-store.ts';
import { RequestSize } from './request-size.ts';
import { isRefusal, type Entry, type Send } from './save-protocol.ts';

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
        for (const ack of acks) await store.settle({ attemptId, ...ack });
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
