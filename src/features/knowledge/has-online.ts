import type { Data } from '#src/contract/calls.ts';

type Item = Data<'GET /course/api/course/info/view'>['catalogue'][number];

/** Whether a catalogue has anything to study, download or take online. */
export function hasOnline(items: Item[]): boolean {
  return items.some((item) => isOnline(item) || hasOnline(item.subTrainingProgress));
}

/** A practical operation takes place offline but is submitted here. */
const PRACTICE = 7;

export const isOnline = ({ contentType, resourceType, examId }: Item): boolean =>
  resourceType !== null || examId !== null || contentType === PRACTICE;
