import type { SavedAnswer } from './answer.ts';
import { isNewer, type DeviceEntry } from './device-store.ts';

/**
 * Decides what a new writer does with the changes on its device, given the server's answers.
 * `settled`: the server has this change or a newer one of the same writer. `rejected`: it was not accepted before.
 * `resend`: newer than the server's. In no list: overridden by another device.
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
    // Entries rejected in transit were never checked by the server: they are retried.
    else if (entry.rejected && entry.rejected.reason !== 'refused') rejected.push(entry);
    else resend.push(entry);
  }
  return { settled, rejected, resend };
}
