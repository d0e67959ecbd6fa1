import { z } from 'zod';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { Code, given, item, list, MediaPath, Paragraph, Whole, YesNo } from './fields.ts';

/** Captions of a video or audio: one file in the language of the pack, or one per language. */
export const Captions = z.union([
  MediaPath,
  z
    .record(
      z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'should be a language, like "en" or "pt-BR"'),
      MediaPath,
    )
    .refine(
      (files) => Object.keys(files).length > 0 && Object.keys(files).length <= MAX_ITEMS.captions,
      `should name 1 to ${MAX_ITEMS.captions} languages`,
    ),
]);

const questionShape = {
  code: Code,
  /** Seconds. */
  at: Whole,
  stem: Paragraph,
  explanation: Paragraph.optional(),
  required: z.boolean().default(true),
};
const OptionKey = z.string().regex(/^[A-H]$/, 'should be a letter from A to H');
const Options = list(item({ key: OptionKey, text: Paragraph }), MAX_ITEMS.questionOptions).min(
  2,
  'should have at least two items',
);
/** A question that is asked at a second of a video or audio. */
export const MediaQuestion = z
  .discriminatedUnion('type', [
    item({ ...questionShape, type: z.literal('single'), options: Options, answer: OptionKey }),
    item({
      ...questionShape,
      type: z.literal('multiple'),
      options: Options,
      answer: z.array(OptionKey).min(1, 'should have at least one item'),
    }),
    item({ ...questionShape, type: z.literal('judge'), answer: YesNo }),
  ])
  .superRefine(
    (question, context) => {
      if (question.type === 'judge') return;
      const wrong = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
      const keys = question.options.map(({ key }) => key);
      if (new Set(keys).size !== keys.length) wrong('options', 'each option needs its own key');
      for (const answer of [question.answer].flat()) {
        if (!keys.includes(answer))
          wrong('answer', `the answer "${answer}" is not one of the options ${keys.join(', ')}`);
      }
    },
    given('type', 'options', 'answer'),
  );

export type Captions = z.infer<typeof Captions>;
export type MediaQuestion = z.infer<typeof MediaQuestion>;

/** The files of captions by language; a single file is in the language of the pack. */
export function captionFiles(captions: Captions | undefined, lang: string): [lang: string, path: string][] {
  if (captions === undefined) return [];
  return typeof captions === 'string' ? [[lang, captions]] : Object.entries(captions);
}
