import '#src/components/prose.css';
import { useEffect, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { useSignedIn } from '#src/client/use-live.ts';
import { Choices } from '#src/components/Choices.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { postPath } from '../post-path.ts';
import { AnswerItem, type AnswersProps } from './AnswerItem.tsx';
import { ANSWER_ORDERS } from './answer-orders.ts';

/** Answers to a question, the accepted one first. */
export default island(function Answers({ questionId, order, first, count, ...given }: AnswersProps) {
  const t = useT();
  const locale = useLocale();
  const signedIn = useSignedIn(given.signedIn);
  const [{ list, next }, setShown] = useState(first);
  const [focused, setFocused] = useState<string | null>(null);
  useEffect(() => {
    if (focused) document.getElementById(`answer-${focused}`)?.focus();
  }, [focused]);

  const { run: loadMore, isPending } = useAction(async () => {
    const page = await api('POST /community/api/answer/page', { questionId, order, after: next! });
    const known = new Set(list.map(({ id }) => id));
    const added = page.list.filter(({ id }) => !known.has(id));
    setShown({ list: [...list, ...added], next: page.next });
    setFocused(added[0]?.id ?? null);
  });
  const { run: accept } = useAction(async (id: string, on: boolean) => {
    const { accepted } = await api('PUT /community/auth/answer/accept', { id, on });
    // A question has one accepted answer.
    setShown({ list: list.map((answer) => ({ ...answer, accepted: accepted && answer.id === id })), next });
    if (accepted) notify(t('posts:view.acceptedNow'), 'success');
  });
  const path = postPath({ kind: 'question', id: questionId });
  return (
    <section aria-labelledby="answers-title">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="answers-title" className="text-xl font-semibold">
          {t('posts:view.answers', { count })}
        </h2>
        {list.length > 1 && (
          <Choices
            label={t('posts:view.answerOrders')}
            choices={ANSWER_ORDERS.map((each) => ({
              label: t(`posts:view.answerOrder.${each}`),
              href: href(locale, each === 'helpful' ? path : `${path}?order=${each}`),
              chosen: each === order,
            }))}
          />
        )}
      </div>
      {list.length === 0 && (
        <div className="paper">
          <EmptyState icon="talk" title={t('posts:view.noAnswers')} hint={t('posts:view.noAnswersHint')} />
        </div>
      )}
      <ul className="flex flex-col gap-4">
        {list.map((answer) => (
          <li key={answer.id}>
            <AnswerItem
              {...given}
              {...{ answer, questionId, signedIn }}
              onAccept={(on) => void accept(answer.id, on)}
              onDeleted={() => setShown({ list: list.filter(({ id }) => id !== answer.id), next })}
            />
          </li>
        ))}
      </ul>
      {next && (
        <p className="mt-6 text-center">
          <button
            type="button"
            aria-disabled={isPending}
            onClick={() => void loadMore()}
            className="btn btn-sm border-base-300 bg-base-100 noscript:hidden"
          >
            {t('posts:view.moreAnswers')}
          </button>
        </p>
      )}
    </section>
  );
});
