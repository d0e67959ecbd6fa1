import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { $online, $viewer, PAGE_VIEWER } from '#src/client/session.store.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import type { Translate } from '#src/i18n/format.ts';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import DeviceAnswers from '../DeviceAnswers.tsx';
import type { AttemptView } from './answer.ts';
import { switchReason } from './close-reason.ts';
import type { Closed, Submitted } from './hall-session.ts';

type Props = { view: AttemptView; closed: Closed };

/** What has become of the attempt: the paper was submitted, by whom if not by the candidate, and how much was answered. */
export function endOf(t: Translate, { why, submitted }: Closed, rule: AttemptView['switchPolicy']) {
  if (submitted === 'missing') return { title: t('exam:done.reason.elsewhere') };
  const reason = reasonOf(why, submitted, rule);
  return {
    title: t('exam:receipt.title'),
    reason: reason && t(`exam:done.reason.${reason}`),
    answered:
      submitted && t('exam:hall.answeredOf', { n: submitted.receipt.answerCount, total: submitted.questionCount }),
  };
}

function reasonOf(why: Closed['why'], submitted: Submitted | null, rule: AttemptView['switchPolicy']) {
  if (why === 'notAllowed' || why === 'exceeded') return why;
  const by = { person: null, timer: 'time', sweep: 'time', invigilator: 'invigilator' } as const;
  if (submitted) return submitted.closedBy === 'switch' ? switchReason(rule) : by[submitted.closedBy];
  return why === 'time' ? why : null;
}

/** The hall after the end: the receipt of the submission, in place of the paper. The result is a page of its own. */
export function HallReceipt({ view, closed }: Props) {
  const t = useT();
  const locale = useLocale();
  const person = useStore($viewer, { ssr: () => null }) ?? PAGE_VIEWER;
  const online = useStore($online, { ssr: () => true });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    scrollTo(0, 0);
  }, []);
  const { submitted, why } = closed;
  const { title, reason } = endOf(t, closed, view.switchPolicy);
  const known = submitted === 'missing' ? null : submitted;
  const receipt = known?.receipt;
  const cause = known ? (reasonOf(why, known, view.switchPolicy) ?? 'person') : why;
  const result = href(locale, `/account/exam/examSuccess?id=${view.attemptId}&reason=${cause}`);

  return (
    <div className="hall-receipt page flex min-h-dvh max-w-3xl flex-col justify-center gap-6 py-8">
      <section className="paper flex flex-col items-center gap-3 p-6 text-center sm:p-8">
        <Icon name="check-circle" className="size-14 text-success print:hidden" />
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold outline-none">
          {title}
        </h1>
        <p className="text-muted">
          {view.title} · {t('exam:start.attempt', { n: view.number })}
        </p>
        {reason && <p className="alert alert-warning">{reason}</p>}
      </section>
      {submitted !== 'missing' && (
        <section className="paper p-6" aria-labelledby="receipt-title" aria-busy={!receipt}>
          <h2 id="receipt-title" className="font-semibold">
            {t('exam:done.receipt')}
          </h2>
          {receipt ? (
            <>
              <p className="mt-1 text-sm text-muted">{t('exam:done.receiptHint')}</p>
              <dl className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2 text-sm">
                {person && <Fact name={t('exam:receipt.candidate')}>{person.userName}</Fact>}
                <Fact name={t('exam:done.answered')}>
                  {t('exam:done.of', { n: receipt.answerCount, total: known.questionCount })}
                </Fact>
                <Fact name={t('exam:done.at')}>
                  {dateTimeText(receipt.serverTime, person?.timeZone ?? 'UTC', locale)}
                </Fact>
                <dt className="text-muted">{t('exam:done.code')}</dt>
                <dd className="font-mono text-xs break-all" data-testid="receipt">
                  {receipt.hmac}
                </dd>
              </dl>
              {known.lateCount > 0 && (
                <p className="alert alert-warning mt-4">{t('exam:done.late', { count: known.lateCount })}</p>
              )}
            </>
          ) : (
            <p className="mt-3 flex items-center gap-3 text-muted">
              <span className="loading loading-spinner loading-sm" aria-hidden="true" />
              {t(online ? 'exam:receipt.fetching' : 'exam:receipt.offline')}
            </p>
          )}
        </section>
      )}
      <DeviceAnswers
        attemptId={view.attemptId}
        locale={locale}
        questionIds={view.questions.map(({ questionId }) => questionId)}
      />
      <div className="flex flex-wrap gap-3 print:hidden">
        <a className="btn btn-primary" href={result}>
          {t('exam:result')}
        </a>
        {receipt && (
          <button type="button" className="btn btn-outline" onClick={() => print()}>
            {t('exam:receipt.print')}
          </button>
        )}
        <a className="btn btn-ghost" href={href(locale, `/test/id?id=${view.examId}`)}>
          {t('exam:hall.entering.back')}
        </a>
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </>
  );
}
