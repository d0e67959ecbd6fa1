import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { PAGE_OWNER } from '#src/client/session.store.ts';
import { useLocalDraft } from '#src/features/editor/use-local-draft.ts';
import type { AnswerValue, RunQuestion, RunView } from './answer.ts';

/** Time after the last change until a draft is sent, ms. */
const SEND_AFTER = 800;
/** Time until a draft that could not be sent is sent again, ms. */
const RETRY_AFTER = 5_000;

type Drafts = Record<string, AnswerValue>;

/**
 * The answers of a practice: what is typed is kept on the device first and sent as a draft a moment later; the device forgets
 * it when the server has it.
 */
export function useRun(view: RunView) {
  const [questions, setQuestions] = useState(view.questions);
  const kept = useLocalDraft<Drafts>(PAGE_OWNER, `practice-${view.id}`);
  const { restored, keep, forget } = kept;
  /** Drafts that the server does not have yet. */
  const waiting = useRef<Drafts>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isSaved, setSaved] = useState(true);

  const change = useCallback((questionId: string, part: Partial<RunQuestion>) => {
    setQuestions((all) => all.map((each) => (each.questionId === questionId ? { ...each, ...part } : each)));
  }, []);

  /** Takes a draft off the list unless it has changed since. */
  const forgetDraft = useCallback(
    async (questionId: string, answer: AnswerValue) => {
      if (waiting.current[questionId] === answer) delete waiting.current[questionId];
      if (Object.keys(waiting.current).length > 0) keep({ ...waiting.current });
      else {
        await forget();
        setSaved(true);
      }
    },
    [keep, forget],
  );

  const send = useCallback(async () => {
    clearTimeout(timer.current);
    for (const [questionId, answer] of Object.entries(waiting.current)) {
      try {
        await api(
          'POST /exam/auth/user/practice/answer/save',
          { id: view.id, questionId, answer },
          { isShowErrTip: false },
        );
        await forgetDraft(questionId, answer);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        timer.current = setTimeout(() => void send(), RETRY_AFTER);
        return;
      }
    }
  }, [view.id, forgetDraft]);

  // What this device had not sent when the page was closed.
  useEffect(() => {
    if (!restored) return;
    const open = new Set(view.questions.filter(({ checked }) => !checked).map(({ questionId }) => questionId));
    for (const [questionId, answer] of Object.entries(restored.value)) {
      if (!open.has(questionId)) continue;
      waiting.current[questionId] = answer;
      change(questionId, { mine: answer });
    }
    void send();
  }, [restored, view, change, send]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const write = (questionId: string, answer: AnswerValue) => {
    change(questionId, { mine: answer });
    waiting.current[questionId] = answer;
    keep({ ...waiting.current });
    setSaved(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void send(), SEND_AFTER);
  };

  const check = async ({ questionId, mine }: RunQuestion) => {
    const { mine: given, ...key } = await api('POST /exam/auth/user/practice/answer/check', {
      ...{ id: view.id, questionId, answer: mine },
    });
    change(questionId, { mine: given, checked: true, key });
    await forgetDraft(questionId, waiting.current[questionId] ?? null);
  };

  const assess = async ({ questionId, key }: RunQuestion, right: boolean) => {
    const stored = await api('POST /exam/auth/user/practice/answer/assess', { id: view.id, questionId, right });
    if (key) change(questionId, { key: { ...key, ...stored } });
  };

  return {
    questions,
    /** False until the device has been asked for drafts: what is typed before would be replaced by them. */
    isReady: restored !== undefined,
    saveState: isSaved ? ('saved' as const) : kept.isKept ? ('device' as const) : ('saving' as const),
    write,
    check,
    assess,
  };
}
