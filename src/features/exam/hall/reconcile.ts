import type { SavedAnswer } from './answer.ts';
import { isNewer, type DeviceEntry } from './device-store.ts';

/**
 * What a new writer does with the changes that a device kept, beside the answers that the server holds.
 * `settled`: the server has this change or a newer one of the same writer. `rejected`: it was not accepted before.
 * `resend`: newer than the server's. In no list: it lost against another device.
 */
export function reconcile(kept: DeviceEntry[], saved: SavedAnswer[]) {
  const standing = new Map(saved.map((answer) => [answer.questionId, answer]));
  const settled: DeviceEntry[] = [];
  const rejected: DeviceEntry[] = [];
  const resend: DeviceEntry[] = [];
  for (const entry of kept) {
    const server = standing.get(entry.questionId);
    if (server && !isNewer(entry, server)) {
      if (server.epoch === entry.epoch) settled.push(entry);
    }
    // What was refused on its way was never judged by the server: it gets another chance.
    else if (entry.rejected && entry.rejected.reason !== 'refused') rejected.push(entry);
    else resend.push(entry);
  }
  return { settled, rejected, resend };
}
