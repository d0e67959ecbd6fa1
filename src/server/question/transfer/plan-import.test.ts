import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash } from '../content-hash.ts';
import type { QuestionDraft } from '../formats/draft.ts';
import { readQuestionFile } from '../formats/read-file.ts';
import { classificationOf, stepsOf, type Stored } from './plan-import.ts';
import { run as write } from './write-questions.task.ts';
import { bankOf, type DraftBank } from '../../../../tests/factories/question-drafts.ts';

const BANKS = 100;
const FORMATS = ['gift', 'moodle', 'qti', 'xlsx'] as const;

/** The drafts as questions of a bank, and as an export names them. */
function storedBank({ drafts }: DraftBank): { stored: Stored[]; exported: QuestionDraft[] } {
  const stored = drafts.map((draft): Stored => {
    const { code, type, texts, answer, criteria = [] } = draft;
    return {
      ...{
        enterpriseId: randomUUID(),
        bankId: randomUUID(),
        id: randomUUID(),
        version: 1,
        code: code!,
        type,
        texts,
        answer,
      },
      ...{
        criteria,
        ...classificationOf(draft),
        published: true,
        drawn: false,
        distinctFrom: [],
        deletedAt: null,
        gmtModified: new Date(),
      },
      hash: contentHash({ type, texts, answer, criteria }),
    };
  });
  return { stored, exported: drafts.map((draft, n) => ({ ...draft, storedId: stored[n]!.id })) };
}

/** Writes drafts to a file, and compares what is read of it with the bank. */
async function importedAgain(format: (typeof FORMATS)[number], stored: Stored[], bank: DraftBank) {
  const { bytes, name } = await write({ format, ...bank, locale: 'zh' });
  const { drafts } = await readQuestionFile(bytes, { file: name, language: null });
  return (await stepsOf(stored, drafts)).map((step) => ({
    kind: step.kind,
    id: 'before' in step ? step.before.id : undefined,
    hasTakenId: 'hasTakenId' in step && step.hasTakenId,
  }));
}

/** The same question with a stem of its own in each language. */
const edited = (draft: QuestionDraft, mark: string): QuestionDraft => ({
  ...draft,
  texts: Object.fromEntries(
    Object.entries(draft.texts).map(([lang, text]) => [lang, { ...text, stem: `${mark} ${text.stem}` }]),
  ),
});

/** Questions that say the same in a bank: only the id tells which of them an export names. */
const isRepeated = ({ drafts }: DraftBank) =>
  new Set(drafts.map(({ type, texts, answer }) => contentHash({ type, texts, answer }))).size < drafts.length;

describe.each(FORMATS)('an export as %s', (format) => {
  const unchanged = (stored: Stored[]) =>
    stored.map(({ id }) => ({ kind: 'unchanged', id, hasTakenId: false }) as Record<string, unknown>);

  it('changes nothing if nobody has touched it, and exactly the question whose stem was edited', async () => {
    await fc.assert(
      fc.asyncProperty(bankOf(), fc.nat(), async (bank, at) => {
        const { stored, exported } = storedBank(bank);
        const n = at % exported.length;
        expect(await importedAgain(format, stored, { ...bank, drafts: exported })).toEqual(unchanged(stored));
        const drafts = exported.with(n, edited(exported[n]!, 'Edited'));
        const expected = unchanged(stored).with(n, { kind: 'change', id: stored[n]!.id, hasTakenId: false });
        expect(await importedAgain(format, stored, { ...bank, drafts })).toEqual(expected);
      }),
      { numRuns: BANKS },
    );
  });

  it('in which a question was copied to make a new one adds the copy, and changes no other', async () => {
    await fc.assert(
      fc.asyncProperty(bankOf(), fc.nat(), fc.boolean(), async (bank, at, isBehind) => {
        fc.pre(!isRepeated(bank));
        const { stored, exported } = storedBank(bank);
        const n = at % exported.length;
        const copy = edited(exported[n]!, 'Copied');
        const drafts = exported.toSpliced(n + (isBehind ? 1 : 0), 0, copy);
        const added = { kind: 'add', id: undefined, hasTakenId: true };
        const expected = unchanged(stored).toSpliced(n + (isBehind ? 1 : 0), 0, added);
        expect(await importedAgain(format, stored, { ...bank, drafts })).toEqual(expected);
      }),
      { numRuns: BANKS },
    );
  });
});

describe('of several questions with the same id', () => {
  const question = (stem: string, storedId?: string): QuestionDraft => ({
    ...{ code: 'q', type: 'judge', difficulty: 1, topic: null, tags: [], answer: true, storedId },
    ...{ texts: { zh: { stem, options: [], analysis: null } }, place: { file: '', line: null, item: null } },
  });
  const { stored } = storedBank({ drafts: [question('原题')], files: new Map() });
  const { id } = stored[0]!;
  const kinds = async (...drafts: QuestionDraft[]) =>
    (await stepsOf(stored, drafts)).map((step) => [step.kind, 'hasTakenId' in step && step.hasTakenId]);

  it.each([
    ['the first is the stored one, if all have changed', ['甲', '乙', '丙'], ['change', 'add', 'add']],
    ['the one that has not changed is the stored one', ['甲', '原题'], ['add', 'unchanged']],
    ['one that says the same as another is repeated', ['甲', '甲'], ['change', 'repeated']],
    ['unchanged copies are repeated', ['原题', '原题'], ['unchanged', 'repeated']],
  ])('%s', async (_, texts, expected) => {
    const found = await kinds(...texts.map((stem) => question(stem, id)));
    expect(found).toEqual(expected.map((kind) => [kind, kind === 'add']));
  });

  it('those of other banks name no question', async () => {
    const foreign = randomUUID();
    expect(await kinds(question('原题', foreign), question('甲', foreign))).toEqual([
      ['unchanged', false],
      ['add', false],
    ]);
    expect(await kinds(question('甲', 'x'.repeat(10_000)))).toEqual([['similar', false]]);
  });

  it('one with the id comes before one that only says the same', async () => {
    expect(await kinds(question('原题'), question('甲', id))).toEqual([
      ['add', false],
      ['change', false],
    ]);
  });
});
