import { expect, it } from 'vitest';
import { hasOnline } from './has-online.ts';

type Item = Parameters<typeof hasOnline>[0][number];

const item = (kind: Item['kind'], within: Item[] = []): Item => ({
  ...{ subResourceId: 'id', subResourceName: 'Item', contentType: 2, resourceType: null, examId: null, lock: null },
  documentKind: null,
  ...{ totalDuration: 0, studyProgress: 0, completed: false, kind, subTrainingProgress: within },
});

it('whatever is set up can be opened, also without a file or an exam', () => {
  for (const kind of ['live', 'questionnaire', 'evaluation', 'training', 'practice', 'media'] as const)
    expect(hasOnline([item('other', [item(kind)])])).toBe(true);
});

it('directories and activities that are not set up cannot', () => {
  expect(hasOnline([item('other', [item('other')])])).toBe(false);
  expect(hasOnline([])).toBe(false);
});
