import { emptyText, type Draft, type Lang, type Text } from './draft.ts';

/** A part of a question that two people have edited differently. */
export type Difference = {
  part: 'zh' | 'en' | 'options' | 'answer' | 'criteria' | 'difficulty' | 'topic' | 'tags';
  mine: string;
  theirs: string;
};
/** Parts of which the version of the other one is taken. */
export type Taken = ReadonlySet<Difference['part']>;

const LANGS: Lang[] = ['zh', 'en'];

/** The parts in which two drafts of the same question differ, as plain texts. */
export function differences(mine: Draft, theirs: Draft): Difference[] {
  const parts: Difference['part'][] = ['zh', 'en', 'options', 'answer', 'criteria', 'difficulty', 'topic', 'tags'];
  return parts
    .map((part) => ({ part, mine: plain(mine, part), theirs: plain(theirs, part) }))
    .filter((each) => each.mine !== each.theirs);
}

function plain(draft: Draft, part: Difference['part']): string {
  const { texts, keys, criteria, keepsOrder } = draft;
  switch (part) {
    case 'zh':
    case 'en':
      return [texts[part]?.stem, texts[part]?.analysis].filter(Boolean).join('\n\n');
    case 'options':
      return [
        ...LANGS.flatMap((lang) =>
          (texts[lang]?.options ?? []).map(({ key, text }) => `${keys.includes(key) ? '✓ ' : ''}${key}. ${text}`),
        ),
        ...(keepsOrder ? ['A → B → C'] : []),
      ].join('\n');
    case 'answer':
      return draft.type === 'judge'
        ? draft.isTrue
          ? '✓'
          : '✗'
        : draft.type === 'blank'
          ? draft.blanks
          : draft.reference;
    case 'criteria':
      return criteria.map(({ text, points }) => `${points}: ${text}`).join('\n');
    case 'difficulty':
      return String(draft.difficulty);
    default:
      return draft[part];
  }
}

/** My draft with the parts of the other one that were taken. */
export function merged(mine: Draft, theirs: Draft, taken: Taken): Draft {
  const from = (part: Difference['part']) => (taken.has(part) ? theirs : mine);
  const optionsOf = from('options');
  const keys = Object.values(optionsOf.texts)[0]?.options.map(({ key }) => key) ?? [];
  const texts = Object.fromEntries(
    LANGS.flatMap((lang): [Lang, Text][] => {
      const text = from(lang).texts[lang];
      if (!text) return [];
      const own = optionsOf.texts[lang]?.options ?? text.options;
      return [
        [lang, { ...text, options: keys.map((key) => own.find((each) => each.key === key) ?? { key, text: '' }) }],
      ];
    }),
  );
  const { isTrue, blanks, reference } = from('answer');
  return {
    ...mine,
    ...{
      isTrue,
      blanks,
      reference,
      keys: optionsOf.keys,
      keepsOrder: optionsOf.keepsOrder,
      criteria: from('criteria').criteria,
    },
    ...{ difficulty: from('difficulty').difficulty, topic: from('topic').topic, tags: from('tags').tags },
    texts: Object.keys(texts).length > 0 ? texts : { zh: emptyText(mine.type) },
  };
}
