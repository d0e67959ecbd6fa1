import { useCall } from '#src/client/query.ts';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { amountText } from '#src/lib/amount-text.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { useAccount } from '../account-context.ts';
import { EXAM_STATES, type ViewOf } from '../account-query.ts';
import { ExportButton } from '../ExportButton.tsx';
import { links } from '../links.ts';
import { examPage } from '../panel-calls.ts';
import { FilteredList } from './FilteredList.tsx';

const TONES: Record<string, string> = {
  pass: 'badge-soft badge-success',
  fail: 'badge-soft badge-error',
  absent: 'badge-soft badge-error',
  awaitingMarking: 'badge-soft badge-info',
  resit: 'badge-soft badge-warning',
};

/** Exam records (`change=3&recordType=4`): status of each of the user's exams. */
export function Exams({ view }: { view: ViewOf<'exams'> }) {
  const t = useT();
  const locale = useLocale();
  return (
    <FilteredList
      panel="exams"
      name="examState"
      states={EXAM_STATES}
      state={view.examState}
      textOf={(state) => t(`enum:examState.${state}`)}
      query={useCall(...examPage(view))}
      empty={{
        icon: 'exam',
        title: t('record:empty.examRecords.title'),
        hint: t('record:empty.examRecords.hint'),
        action: { href: href(locale, '/test'), label: t('record:empty.examRecords.action') },
      }}
      exports={
        <ExportButton call="POST /exam/auth/user/exam/task/record/export" input={{ examState: view.examState }} />
      }
      keyOf={({ id }) => id}
    >
      {(exam) => <ExamRow exam={exam} />}
    </FilteredList>
  );
}

type Exam = Data<'POST /exam/auth/user/exam/task/record/page'>['list'][number];

function ExamRow({ exam }: { exam: Exam }) {
  const t = useT();
  const locale = useLocale();
  const { timeZone, enterpriseZone } = useAccount().viewer;
  const { attemptsUsed, attemptsLeft, bestScore, passScore, totalScore } = exam;
  return (
    <div className="group relative flex flex-col gap-x-6 gap-y-2 px-4 py-4 transition-colors hover:bg-base-200 sm:flex-row sm:items-center sm:px-6">
      <div className="min-w-0 grow">
        <p className="flex items-start gap-2">
          <span className={`badge badge-sm mt-1 shrink-0 ${TONES[exam.examState] ?? 'badge-ghost'}`}>
            {t(`enum:examState.${exam.examState}`)}
          </span>
          <a
            href={href(locale, exam.openAttemptId ? links.resumeExam(exam.id) : links.exam(exam.id))}
            className="line-clamp-2 font-medium group-hover:text-primary after:absolute after:inset-0"
          >
            {exam.title}
            {exam.openAttemptId && <span className="sr-only"> {t('record:exam.resume')}</span>}
          </a>
        </p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
          <span>
            {t('record:exam.until', {
              date: dateTimeText(exam.windowEnd, timeZone, locale) + (enterpriseZone ? ` (${timeZone})` : ''),
            })}
          </span>
          {/* Of an exam that was missed, none is used and none is left. */}
          {attemptsUsed + attemptsLeft > 0 && (
            <span>{t('record:examRecord.attempts', { used: attemptsUsed, max: attemptsUsed + attemptsLeft })}</span>
          )}
        </p>
        {exam.openAttemptId && (
          <span className="btn btn-primary btn-sm mt-3" aria-hidden="true">
            {t('record:exam.resume')}
          </span>
        )}
      </div>
      <p className="shrink-0 text-sm text-muted tabular-nums sm:text-end">
        {bestScore === null ? (
          t('record:examRecord.passAt', { pass: amountText(passScore, locale), total: amountText(totalScore, locale) })
        ) : (
          <>
            <span className={`text-xl font-semibold ${bestScore >= passScore ? 'text-success' : 'text-base-content'}`}>
              {amountText(bestScore, locale)}
            </span>
            <span>{` / ${amountText(totalScore, locale)}`}</span>
          </>
        )}
      </p>
    </div>
  );
}
