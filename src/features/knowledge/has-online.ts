import type { Data } from '#src/contract/calls.ts';

type Item = Data<'GET /course/api/course/info/view'>['catalogue'][number];

/** Whether a catalogue has anything to study, download or take online. */
export function hasOnline(items: Item[]): boolean {
  return items.some((item) => isOnline(item) || hasOnline(item.subTrainingProgress));
}

/** Also a class that takes place offline is booked here, and a practical operation is submitted here. */
export const isOnline = ({ kind }: Item): boolean => kind !== 'other';
