import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QuestionDraft } from './draft.ts';
import { writeGift } from './gift/write-gift.ts';
import { writeMoodle } from './moodle/write-moodle.ts';
import { writeQti } from './qti/write-qti.ts';
import { readQuestionFile } from './read-file.ts';
import { writeXlsxQuestions } from './table/write-xlsx.ts';
import { bankOf } from '../../../../tests/factories/question-drafts.ts';

const BANKS = 200;
type Bank = { drafts: QuestionDraft[]; files: Map<string, Uint8Array> };
const WRITERS = {
  GIFT: (drafts: QuestionDraft[], files: Map<string, Uint8Array>) => Promise.resolve(writeGift(drafts, files)),
  'Moodle XML': (drafts: QuestionDraft[], files: Map<string, Uint8Array>) =>
    Promise.resolve(writeMoodle(drafts, files)),
  'QTI 2.2': (drafts: QuestionDraft[], files: Map<string, Uint8Array>) => Promise.resolve(writeQti(drafts, files)),
  'xlsx in Chinese': (drafts: QuestionDraft[], files: Map<string, Uint8Array>) =>
    writeXlsxQuestions(drafts, files, 'zh'),
  'xlsx in English': (drafts: QuestionDraft[], files: Map<string, Uint8Array>) =>
    writeXlsxQuestions(drafts, files, 'en'),
};
/** A file that does not say that options keep their order means that they do not. */
const compared = (drafts: QuestionDraft[]) =>
  drafts.map(({ place: _, storedId, keepsOrder = false, ...draft }) => ({ ...draft, storedId, keepsOrder }));

/** Banks that were once not read as they were written. */
const EXAMPLES: [Bank][] = [
  [
    {
      drafts: [
        {
          ...{ code: '{', type: 'blank', difficulty: null, topic: null, tags: [], storedId: undefined },
          ...{ answer: [['{'], ['a'], ['a']], place: { file: '', line: null, item: null } },
          texts: { zh: { stem: 'a ____ { ____ : ____ `code`{', options: [], analysis: null } },
        },
      ],
      files: new Map(),
    },
  ],
];

const contentsOf = (files: Map<string, Uint8Array>) => [...files].map(([name, bytes]) => [name, [...bytes]]);

describe.each(Object.entries(WRITERS))('a bank written as %s', (_, write) => {
  it('is read as the same bank, without a loss', async () => {
    await fc.assert(
      fc.asyncProperty(bankOf(), async ({ drafts, files }) => {
        const { bytes, name } = await write(drafts, files);
        const read = await readQuestionFile(bytes, { file: name, language: null });
        expect(compared(read.drafts)).toEqual(compared(drafts));
        expect(read.losses).toEqual([]);
        expect(contentsOf(read.files)).toEqual(contentsOf(files));
      }),
      { numRuns: BANKS, examples: EXAMPLES },
    );
  });
});
