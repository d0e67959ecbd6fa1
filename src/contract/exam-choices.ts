import { z } from 'zod';
import { MAX_CHOICE_TEXT, MAX_NOTE_LENGTH, MAX_PAD_LENGTH } from './rules/exam.ts';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { define } from './define.ts';
import { AttemptId, Language, Revision } from './exam-parts.ts';

const QuestionKey = z.string().max(100);

/** How a candidate works on a paper; none of it is an answer. Records are by question. */
export const HallChoices = z.object({
  /** One question at a time, or all of them on one page. */
  layout: z.enum(['one', 'all']),
  /** Language of questions that are not in `langs`; null: that of the page. */
  lang: Language.nullable(),
  langs: z.record(QuestionKey, Language),
  /** Options that are struck out. */
  struck: z.record(QuestionKey, z.array(z.string().max(5)).max(MAX_ITEMS.analysedOptions)),
  notes: z.record(QuestionKey, z.string().max(MAX_NOTE_LENGTH, { error: 'field.tooLong' })),
  /** The scratch pad. */
  pad: z.string().max(MAX_PAD_LENGTH, { error: 'field.tooLong' }),
});

/** Choices with the stamp of their last change. */
export const SavedChoices = z.object({ epoch: z.number(), revision: z.number(), choices: HallChoices });

const isFitting = ({ langs, struck, notes }: z.output<typeof HallChoices>) =>
  [langs, struck, notes].every((record) => Object.keys(record).length <= MAX_ITEMS.analysedQuestions);
const textOf = ({ notes, pad }: z.output<typeof HallChoices>) =>
  Object.values(notes).reduce((sum, note) => sum + note.length, pad.length);

/** What a candidate keeps beside the answers (decision 065). */
export const examChoices = define({
  'POST /exam/auth/user/exam/choices/save': {
    summary: 'Save strike-outs, notes, scratch pad, languages and layout of an open attempt; the newest revision wins',
    auth: 'enterprise',
    removesNul: true,
    input: AttemptId.extend({
      epoch: Revision,
      revision: Revision,
      choices: HallChoices.refine((choices) => isFitting(choices) && textOf(choices) <= MAX_CHOICE_TEXT, {
        error: 'field.tooLong',
      }),
    }),
    data: z.object({
      /** `superseded`: another window is the writer, nothing was stored; `closed`: the attempt is over. */
      state: z.enum(['saved', 'superseded', 'closed']),
    }),
  },
});
