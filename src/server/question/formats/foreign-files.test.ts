import { describe, expect, it } from 'vitest';
import { qtiDeclaration as declared, qtiItem as item } from '../../../../tests/factories/question-files.ts';
import { readQuestionFile } from './read-file.ts';

/* What other programs write and ours does not: each key is taken as it is meant, or the question is refused. */

const read = (text: string) => readQuestionFile(new TextEncoder().encode(text), { file: 'quiz', language: 'en' });
const cloze = (text: string) =>
  read(
    `<quiz><question type="cloze"><name><text>c</text></name><questiontext format="html"><text><![CDATA[${text}]]></text></questiontext></question></quiz>`,
  );
const judge = (html: string) =>
  read(
    `<quiz><question type="truefalse"><name><text>q</text></name><questiontext format="html"><text><![CDATA[${html}]]></text></questiontext><answer fraction="100"><text>true</text></answer></question></quiz>`,
  );
const stemOf = async (html: string) => (await judge(html)).drafts[0]!.texts.en!.stem;
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const reasons = (result: Awaited<ReturnType<typeof read>>) => result.losses.map(({ reason }) => reason);

describe('embedded answers of Moodle', () => {
  it('may have escaped braces, and choices that nobody can type have letters', async () => {
    const { drafts } = await cloze(
      '<p>Twice is {1:MC:=\\(2x^{1\\}\\)#yes~\\(x^{3\\}\\)} and {1:SA:=a\\}b~=it&#39;s}.</p>',
    );
    expect(drafts[0]!.texts.en!.stem).toBe('Twice is ____ ( A. $2x^{1}$ / B. $x^{3}$ ) and ____.');
    expect(drafts[0]!.answer).toEqual([['A'], ['a}b', "it's"]]);
    expect(drafts[0]!.texts.en!.analysis).toBe('- **A** yes');
  });

  it.each([
    ['a kind in small letters', 'Paris is {1:sa:=big} and {1:SA:=old}'],
    ['no answers', 'Pick {1:MULTICHOICE} of {1:SA:=x}'],
    ['spaces', 'One { 1:SA:=x } and {1:SA:=y}'],
    ['a tag within', 'One {1:<b>SA</b>:=x} and {1:SA:=y}'],
    ['a brace that was not escaped', 'Power {1:SA:=\\(x^{2}\\)} and {1:SA:=y}'],
    ['no end', 'One {1:SA:=y} and {1:SA:=x'],
  ])('that are not understood refuse the question: %s', async (_, text) => {
    const result = await cloze(text);
    expect(result.drafts).toEqual([]);
    expect(reasons(result)).toEqual(['clozeField']);
  });
});

describe('HTML', () => {
  it.each([
    ['code', '<pre>if x:\n    <b>y</b> = a_b_c<br>  z</pre>', '```\nif x:\n    y = a_b_c\n  z\n```'],
    ['a list that begins later', '<ol start="4"><li>four</li></ol>', '4.  four'],
    ['a line across', '<p>a</p><hr><p>b</p>', 'a\n\n* * *\n\nb'],
    ['ruby', '<ruby>漢<rp>[</rp><rt>kan</rt><rp>]</rp></ruby>', '漢(kan)'],
    ['a link', '<a href="https://example.com/a">text</a>', '[text](https://example.com/a)'],
    [
      'MathML with its source',
      '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">\\(x^2\\)</annotation></semantics></math>',
      '$x^2$',
    ],
    [
      'MathML on a line of its own',
      '<math display="block"><semantics><mi>x</mi><annotation encoding="application/x-tex">\\[x^2\\]</annotation></semantics></math>',
      '$$x^2$$',
    ],
    ['styles', '<span style="font-style: italic">i</span> <span class="qti-bold">b</span>', '*i* **b**'],
  ])('keeps %s', async (_, html, markdown) => expect(await stemOf(html)).toBe(markdown));

  it('is told where something is lost', async () => {
    const html = '<ol type="a"><li>x</li></ol><span style="color: red">red</span> <a href="/local.pdf">file</a>';
    const { losses } = await judge(html);
    expect(losses.map(({ reason, values }) => [reason, values?.['element']])).toEqual([
      ['listMarks', undefined],
      ['elementDropped', 'color'],
      ['elementDropped', 'a'],
    ]);
  });

  it.each(['a</#b c>d', 'a</e::b\nc', '<p>a</p x y>b', 'a<![CDATA[b>c', 'a <b c', '<p>a</p><!-- b', '<p>a <b:b</b> c'])(
    'is told where damaged markup takes text: %j',
    async (html) => {
      const { losses } = await judge(html);
      expect(losses.map(({ reason, values }) => [reason, values?.['element']])).toEqual([['elementDropped', '<']]);
    },
  );

  it.each(['<p>a</p >b<br/><!-- c -->d', 'a < b > c', '<o:p>a</o:p><!--[if mso]>b<![endif]-->', '<h1>a</H1>'])(
    'is not told so of %j',
    async (html) => expect((await judge(html)).losses).toEqual([]),
  );
});

describe('a formula', () => {
  it('without an end does not take the text that follows', async () => {
    const { drafts, losses } = await judge('<p>If <math><mfrac><b>one</b> 两 <mi>x</mi></p><p>else</p>');
    for (const word of ['one', '两', 'else']) expect(drafts[0]!.texts.en!.stem).toContain(word);
    expect(losses).toMatchObject([{ reason: 'formula' }]);
  });

  it('of more words than a formula has is kept as text', async () => {
    const words = Array.from({ length: 600 }, (_, n) => `<mi>w${n}</mi>`).join('');
    expect(reasons(await judge(`<p>Q <math>${words}</math></p>`))).toEqual(['formula']);
  });

  it('is converted where it is whole', async () => {
    const sum = '<math><mfrac><mn>1</mn><mi>α</mi></mfrac><mtext>if &lt; 2</mtext></math>';
    expect(await judge(sum)).toMatchObject({ losses: [] });
  });
});

describe('XML', () => {
  it('may begin with empty lines, which count', async () => {
    const xml =
      '\ufeff\r\n\n<?xml version="1.0"?>\n<quiz>\n<question type="essay"><questiontext><text>Why?</text></questiontext></question>';
    const { drafts } = await read(`${xml}\n</quiz>`);
    expect(drafts.map(({ place }) => place.line)).toEqual([5]);
    await expect(read(`${xml}\n</x>`)).rejects.toMatchObject({ key: 'questionFileNotWellFormed', params: { line: 6 } });
  });
});

describe('GIFT', () => {
  it('keeps the line breaks of plain texts', async () => {
    const { drafts } = await read('::a::First line\nsecond line\n{\n  =right\n  on two\n  ~wrong\n}');
    expect(drafts[0]!.texts.en).toMatchObject({
      stem: 'First line  \nsecond line',
      options: [{ text: 'right  \non two' }, { text: 'wrong' }],
    });
  });

  it('takes a number with feedback, and notes only outside of others', async () => {
    const { drafts } = await read(
      'Pi? {#3.14:0.01#ok}\n\n// [tag:real] [reference:see [tag:y\\] and [id:z\\]] [id:q]\nEssay {}',
    );
    expect(drafts[0]).toMatchObject({ type: 'blank', answer: [['3.14']] });
    expect(drafts[1]).toMatchObject({ code: 'q', tags: ['real'], answer: 'see [tag:y] and [id:z]' });
  });
});

describe('GIFT with signs in its texts', () => {
  it('keeps two slashes after the answers, which are no comment', async () => {
    const { drafts } = await read('Go to {=x} // the share\nand wait');
    expect(drafts[0]!.texts.en!.stem).toBe('Go to _____ // the share  \nand wait');
  });

  it('takes a percent sign without a second one as text', async () => {
    const { drafts } = await read('Q {~%50 more ~%50%half ~%50%half a ~5% off}');
    expect(drafts[0]!.texts.en!.options.map(({ text }) => text)).toEqual(['%50 more', 'half', 'half a', '5% off']);
    expect(drafts[0]!.answer).toEqual(['B', 'C']);
  });
});

describe('Moodle XML', () => {
  const asked = (type: string, more: string) =>
    read(
      `<quiz><question type="${type}"><name><text>q</text></name><questiontext format="html"><text>Q</text></questiontext>${more}</question></quiz>`,
    );

  it('names templates and limits of essays', async () => {
    const result = await asked(
      'essay',
      '<responsetemplate format="html"><text>1. Cause</text></responsetemplate><minwordlimit>5</minwordlimit>',
    );
    expect(reasons(result)).toEqual(['responseTemplate', 'wordLimit']);
  });

  it('is told what else an answer has, and which answers only were wrong', async () => {
    const result = await asked(
      'shortanswer',
      '<answer fraction="100"><text>a</text><note>b</note><feedback><text>c</text></feedback><feedback><text>d</text></feedback></answer>' +
        '<answer fraction="0"><text>e</text></answer><answer fraction="0"><text>*</text></answer>',
    );
    expect(result.losses.map(({ reason, values }) => [reason, values?.['element'] ?? values?.['texts']])).toEqual(
      expect.arrayContaining([
        ['elementDropped', 'note'],
        ['elementDropped', 'feedback'],
        ['wrongAnswers', 'e'],
      ]),
    );
    expect(result.drafts[0]!.answer).toEqual([['a']]);
  });

  it.each([
    ['false', true],
    ['1', false],
    ['', undefined],
  ])('says whether options are shuffled: %j', async (shuffles, keepsOrder) => {
    const answers =
      '<answer fraction="100"><text>a</text></answer><answer fraction="0"><text>all of these</text></answer>';
    const setting = shuffles === '' ? '' : `<shuffleanswers>${shuffles}</shuffleanswers>`;
    const { drafts } = await asked('multichoice', setting + answers);
    expect(drafts[0]!.keepsOrder).toBe(keepsOrder);
  });
});

describe('QTI', () => {
  const text = (id: string) => `<textEntryInteraction responseIdentifier="${id}"/>`;
  const inline = (id: string) =>
    `<inlineChoiceInteraction responseIdentifier="${id}"><inlineChoice identifier="x">one</inlineChoice><inlineChoice identifier="y">two</inlineChoice></inlineChoiceInteraction>`;
  const mapped = (id: string, type: string, entries: [string, number][]) =>
    `<responseDeclaration identifier="${id}" cardinality="single" baseType="${type}"><mapping>${entries.map(([key, value]) => `<mapEntry mapKey="${key}" mappedValue="${value}"/>`).join('')}</mapping></responseDeclaration>`;

  it('has the model of an essay as its right response, or in a later rubric', async () => {
    const essay = '<p>Why?</p><extendedTextInteraction responseIdentifier="R"/>';
    const first = await read(item(declared('R', 'single', ['Because.'], 'string'), essay));
    expect(first.drafts[0]).toMatchObject({ type: 'short', answer: 'Because.' });
    const rubrics =
      '<rubricBlock view="scorer"><p> </p></rubricBlock><rubricBlock view="scorer tutor"><p>A cause.</p></rubricBlock>';
    const second = await read(item(declared('R', 'single', [], 'string'), rubrics + essay));
    expect(second.drafts[0]).toMatchObject({ answer: 'A cause.', texts: { en: { stem: 'Why?' } } });
  });

  it.each([
    [
      'the length and form of an essay',
      'extendedTextInteraction',
      'expectedLength="200" minStrings="2" maxStrings="3" patternMask="[a-z]+"',
      ['answerFormat', 'expectedLength=200, minStrings=2, maxStrings=3, patternMask=[a-z]+'],
    ],
    [
      'the form of a blank, not its width',
      'textEntryInteraction',
      'expectedLength="9" patternMask="[0-9]+"',
      ['answerFormat', 'patternMask=[0-9]+'],
    ],
    ['a text to begin with', 'extendedTextInteraction', 'placeholderText="1. Cause"', ['responseTemplate', '1. Cause']],
    ['nothing for what is usual', 'extendedTextInteraction', 'minStrings="0" maxStrings="1"', undefined],
  ])('names %s', async (_, name, attributes, expected) => {
    const result = await read(
      item(declared('R', 'single', ['1'], 'string'), `<p>Q <${name} responseIdentifier="R" ${attributes}/></p>`),
    );
    expect(result.drafts).toHaveLength(1);
    const [loss] = result.losses.filter(({ reason }) => reason === 'answerFormat' || reason === 'responseTemplate');
    expect(loss && [loss.reason, loss.values?.['text']]).toEqual(expected);
  });

  it('names the length and form of an essay of version 3', async () => {
    const { losses } = await read(
      '<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="v3" title="v3"><qti-item-body><p>Why?</p>' +
        '<qti-extended-text-interaction response-identifier="R" expected-length="200" pattern-mask="[0-9]"/></qti-item-body></qti-assessment-item>',
    );
    expect(losses).toMatchObject([
      { reason: 'answerFormat', values: { text: 'expectedLength=200, patternMask=[0-9]' } },
    ]);
  });

  it('keeps code and slanted text', async () => {
    const body = `<pre>if x:\n    y = 1</pre><p><span class="qti-italic">i</span></p><p>Q ${text('R')}</p>`;
    const { drafts } = await read(item(declared('R', 'single', ['1'], 'string'), body));
    expect(drafts[0]!.texts.en!.stem).toBe('```\nif x:\n    y = 1\n```\n\n*i*\n\nQ ____');
  });

  it.each([
    [
      'blanks that share a response',
      declared('R', 'multiple', ['a', 'b'], 'string'),
      text('R') + text('R'),
      'sharedResponse',
    ],
    ['a text and a choice that do', declared('R', 'multiple', ['x', 'b']), text('R') + inline('R'), 'sharedResponse'],
    ['a text that is an identifier', declared('R', 'single', ['x']), text('R'), 'noAnswer'],
    ['a key that is no choice', declared('R', 'single', ['z']), inline('R'), 'unknownKey'],
    [
      'a key that is no option',
      declared('R', 'multiple', ['a', 'z']),
      '<choiceInteraction responseIdentifier="R"><simpleChoice identifier="a">A</simpleChoice><simpleChoice identifier="b">B</simpleChoice></choiceInteraction>',
      'unknownKey',
    ],
  ])('refuses %s', async (_, declarations, body, reason) => {
    const result = await read(item(declarations, `<p>Q ${body}</p>`));
    expect(result.drafts).toEqual([]);
    expect(reasons(result)).toContain(reason);
  });

  it('takes keys from a mapping alone', async () => {
    const one = await read(
      item(
        mapped('R', 'identifier', [
          ['x', 0],
          ['y', 1],
        ]),
        `<p>Q ${inline('R')}</p>`,
      ),
    );
    expect(one.drafts[0]).toMatchObject({ type: 'single', answer: 'B', keepsOrder: true });
    const match = (id: string) =>
      `<simpleAssociableChoice identifier="${id}" matchMax="1">${id}</simpleAssociableChoice>`;
    const sets = `<simpleMatchSet>${match('a')}${match('b')}</simpleMatchSet><simpleMatchSet>${match('x')}${match('y')}</simpleMatchSet>`;
    const pairs = await read(
      item(
        mapped('R', 'directedPair', [
          ['a y', 1],
          ['b x', 1],
        ]),
        `<matchInteraction responseIdentifier="R"><prompt>Q</prompt>${sets}</matchInteraction>`,
      ),
    );
    expect(pairs.drafts[0]).toMatchObject({ type: 'blank', answer: [['y'], ['x']] });
  });

  it('offers pictures and formulas with letters', async () => {
    const gap = (id: string, inner: string) => `<gapText identifier="${id}" matchMax="1">${inner}</gapText>`;
    const formula = (mi: string) => `<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mi>${mi}</m:mi></m:math>`;
    const { drafts } = await read(
      item(
        declared('R', 'multiple', ['b g'], 'directedPair'),
        `<gapMatchInteraction responseIdentifier="R">${gap('a', formula('x'))}${gap('b', formula('y'))}<p>It is <gap identifier="g"/>.</p></gapMatchInteraction>`,
      ),
    );
    expect(drafts[0]).toMatchObject({
      answer: [['B']],
      texts: { en: { stem: 'It is ____.\n\n( A. $x$ / B. $y$ )' } },
    });
  });

  it('offers pictures to put into gaps with letters', async () => {
    const image = `<gapImg identifier="b" matchMax="1"><object type="image/png" data="data:image/png;base64,${PNG}">A pump</object></gapImg>`;
    const { drafts, files } = await read(
      item(
        declared('R', 'multiple', ['b g'], 'directedPair'),
        `<gapMatchInteraction responseIdentifier="R"><gapText identifier="a" matchMax="1">none</gapText>${image}<p>It is <gap identifier="g"/>.</p></gapMatchInteraction>`,
      ),
    );
    expect(drafts[0]!.answer).toEqual([['B']]);
    expect(drafts[0]!.texts.en!.stem).toMatch(/^It is ____\.\n\n\( A\. none \/ B\. !\[\]\([^)]+\)A pump \)$/);
    expect(files.size).toBe(1);
  });

  it.each([
    ['true', '', false],
    ['false', '', true],
    ['true', ' fixed="true"', true],
  ])('keeps the order of options that are not shuffled: %s%s', async (shuffle, fixed, keepsOrder) => {
    const { drafts } = await read(
      item(
        declared('R', 'single', ['a']),
        `<choiceInteraction responseIdentifier="R" shuffle="${shuffle}"><prompt>Q</prompt><simpleChoice identifier="a">A</simpleChoice><simpleChoice identifier="b"${fixed}>B</simpleChoice></choiceInteraction>`,
      ),
    );
    expect(drafts[0]!.keepsOrder).toBe(keepsOrder);
  });

  it('names values of variables that are not there any more', async () => {
    const body = `<p>Your score: <printedVariable identifier="S"/> ${text('R')}</p>`;
    expect(reasons(await read(item(declared('R', 'single', ['x'], 'string'), body)))).toContain('elementDropped');
  });

  it('refuses an interaction that nobody knows, by its response, and tells of answers without one', async () => {
    const essay = '<extendedTextInteraction responseIdentifier="R"><prompt>Why?</prompt></extendedTextInteraction>';
    const unknown = await read(
      item(declared('R', 'single', ['x'], 'string'), '<p>Q <typed responseIdentifier="R"/></p>'),
    );
    expect([unknown.drafts, reasons(unknown)]).toEqual([[], ['interaction']]);
    const unused = await read(item(declared('S', 'single', ['x'], 'string'), essay));
    expect(unused.losses).toMatchObject([{ reason: 'unusedResponse', values: { id: 'S' } }]);
  });

  it('is told where the answer has elements that are not known', async () => {
    const declaration = declared('R', 'single', ['x'], 'string').replaceAll(/(<\/?)value>/g, '$1xvalue>');
    const essay = '<extendedTextInteraction responseIdentifier="R"><prompt>Why?</prompt></extendedTextInteraction>';
    const { losses } = await read(item(declaration, essay));
    expect(losses).toMatchObject([{ reason: 'elementDropped', values: { element: 'xvalue' } }]);
  });
});
