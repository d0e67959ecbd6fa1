import type { QuestionTexts, QuestionType, QuestionKey } from '../tables.ts';
import type { Language } from '../formats/draft.ts';
import { answerCell, difficultyWord, typeWord } from '../formats/table/cell-values.ts';

/** A question as a row of the grid shows it, in texts as people type them. */
export type Cells = {
  type: string;
  stem: string;
  /** By their letters from A on; an empty one is none. */
  options: string[];
  answer: string;
  analysis: string;
  difficulty: string;
  topic: string;
};

type Shown = {
  type: QuestionType;
  difficulty: number;
  topic: string | null;
  texts: QuestionTexts;
  answer: QuestionKey;
};

/**
 * Returns the cells of a question.
 * @param lang language of the texts that are shown
 * @param locale language of the words for type, difficulty and judgement
 */
export function cellsOf({ texts, ...question }: Shown, lang: Language, locale: Language): Cells {
  const { stem, options, analysis } = texts[lang] ?? { stem: '', options: [], analysis: null };
  return {
    type: typeWord(question.type, locale),
    stem,
    options: options.map(({ text }) => text),
    answer: answerCell(question, locale),
    analysis: analysis ?? '',
    difficulty: difficultyWord(question.difficulty as 1 | 2 | 3 | 4, locale),
    topic: question.topic ?? '',
  };
}
