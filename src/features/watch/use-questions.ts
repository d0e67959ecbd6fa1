import { useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { type Question, questionAt } from './play-rules.ts';

type Answer = NonNullable<Question['answer']>;
/** Answers given since the page was loaded; written by handlers only, so never on the server. */
const given = new Map<string, Answer>();

export type Asking = ReturnType<typeof useQuestions>;

/** The questions of a media with the viewer's answers, and the one that is asked now. */
export function useQuestions(all: readonly Question[], completed: boolean) {
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(() => new Map(given));
  const [currentId, setCurrentId] = useState<string | null>(null);
  const skipped = useRef(new Set<string>());
  const before = useRef(0);
  const questions = all.map((question) => ({ ...question, answer: answers.get(question.id) ?? question.answer }));

  return {
    questions,
    current: questions.find(({ id }) => id === currentId) ?? null,
    /** Playback is at `now` seconds. @returns the question that is to be asked, if any */
    pass: (now: number): Question | null => {
      const found = questionAt(questions, { before: before.current, now, completed }, skipped.current);
      before.current = now;
      if (found) setCurrentId(found.id);
      return found;
    },
    answer: async (questionId: string, chosen: string[]) => {
      const input = { questionId, chosen };
      const answer = await api('POST /course/auth/study/question/answer', input, { isShowErrTip: false });
      given.set(questionId, answer);
      setAnswers(new Map(given));
    },
    /** The question is done, or an optional one is skipped. */
    close: () => {
      if (currentId) skipped.current.add(currentId);
      setCurrentId(null);
    },
  };
}
