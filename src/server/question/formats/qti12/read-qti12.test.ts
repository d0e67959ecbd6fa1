import { describe, expect, it } from 'vitest';
import { choice12, essay12, fields12, qti12 } from '../../../../../tests/factories/qti12-files.ts';
import { readQuestionFile } from '../read-file.ts';

const read = (...items: string[]) =>
  readQuestionFile(new TextEncoder().encode(qti12(...items)), { file: 'quiz', language: null });
const equal = (value: string, response = 'R', more = '') =>
  `<varequal respident="${response}"${more}>${value}</varequal>`;

describe('a file of QTI 1.2', () => {
  it('gives single choices with what is said about an option, and the solution', async () => {
    const { drafts, losses } = await read(
      choice12({
        options: ['one', 'two'],
        rules: [
          [equal('o0'), '', '<displayfeedback linkrefid="f"/>'],
          [equal('o1'), '<setvar action="Set">5</setvar>', ''],
        ],
        more: '<itemfeedback ident="f"><flow_mat><material><mattext>Not this.</mattext></material></flow_mat></itemfeedback>',
      }),
    );
    expect(drafts[0]).toMatchObject({
      ...{ type: 'single', answer: 'B', code: 'item', topic: 'Part' },
      texts: {
        en: { stem: 'Which *one*?', options: [{ text: 'one' }, { text: 'two' }], analysis: '- **A** Not this.' },
      },
    });
    expect(losses.map(({ reason }) => reason)).toEqual(['testStructure', 'optionFeedback']);
  });

  it.each([
    [
      'one rule with all',
      [[`<and>${equal('o0')}<not>${equal('o1')}</not>${equal('o2')}</and>`, '<setvar>1</setvar>', '']],
      [],
    ],
    [
      'a rule for each',
      [
        [equal('o0'), '<setvar action="Add">1</setvar>', ''],
        [equal('o2'), '<setvar action="Add">1</setvar>', ''],
      ],
      ['scoring'],
    ],
  ] as const)('gives multiple choices that are scored by %s', async (_, rules, reasons) => {
    const { drafts, losses } = await read(
      choice12({ options: ['one', 'two', 'three'], rules, cardinality: 'Multiple', shuffle: 'No' }),
    );
    expect(drafts[0]).toMatchObject({ type: 'multiple', answer: ['A', 'C'], keepsOrder: true });
    expect(losses.map(({ reason }) => reason).slice(1)).toEqual(reasons);
  });

  it('gives true or false', async () => {
    const { drafts } = await read(
      choice12({ options: ['True', 'False'], rules: [[equal('o1'), '<setvar>1</setvar>', '']] }),
    );
    expect(drafts[0]).toMatchObject({ type: 'judge', answer: false });
  });

  it('gives texts to fill in, numbers, and essays with their solution', async () => {
    const { drafts, losses } = await read(
      fields12(
        ['A', 'B'],
        [
          [equal('Paris', 'A') + equal('Lutetia', 'A', ' case="Yes"'), '<setvar action="Add">1</setvar>', ''],
          [equal('Rome', 'B'), '<setvar action="Add">1</setvar>', ''],
        ],
      ),
      fields12(
        ['A'],
        [
          [
            `<or>${equal('3.14', 'A')}<and><vargte respident="A">3.1</vargte><varlte respident="A">3.2</varlte></and></or>`,
            '<setvar>1</setvar>',
            '',
          ],
        ],
      ),
      essay12('Because of the moon.'),
    );
    expect(drafts.map(({ type, answer }) => [type, answer])).toEqual([
      ['blank', [['Paris', 'Lutetia'], ['Rome']]],
      ['blank', [['3.14']]],
      ['short', 'Because of the moon.'],
    ]);
    expect(drafts[0]!.texts.en!.stem).toBe('First: ____ Next: ____');
    expect(losses.map(({ reason }) => reason)).toEqual([
      'testStructure',
      'caseSensitive',
      'numberAsText',
      'tolerance',
      'duplicateCode',
    ]);
  });

  it('names what it does not take', async () => {
    const { drafts, losses } = await read(
      choice12({ options: ['one', 'two'], rules: [] }),
      choice12({ options: ['one', 'two'], rules: [[equal('o7'), '<setvar>1</setvar>', '']] }),
      '<item ident="x" title="Spot"><presentation><response_xy ident="R"><render_hotspot/></response_xy></presentation></item>',
    );
    expect(drafts).toEqual([]);
    expect(losses.map(({ reason }) => reason).slice(1)).toEqual(['noAnswer', 'unknownKey', 'interaction']);
  });
});
