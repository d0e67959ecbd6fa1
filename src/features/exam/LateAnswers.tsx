import { useState } from 'react';
import { api } from '#src/client/api.ts';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';

type Late = Data<'GET /exam/auth/exam/marking/late/page'>['list'][number];
type Props = { attemptId: string; questionId: string; lateCount: number; timeZone: string; locale: Locale };

/** Answers to one question that do not count, loaded page by page on demand. */
export function LateAnswers({ attemptId, questionId, lateCount, timeZone, locale }: Props) {
  const t = useT();
  const [shown, setShown] = useState<Late[]>([]);
  const [pages, setPages] = useState({ read: 0, total: 1 });
  const [busy, setBusy] = useState(false);

  async function more() {
    setBusy(true);
    try {
      const pageCurrent = pages.read + 1;
      const reply = await api('GET /exam/auth/exam/marking/late/page', { attemptId, questionId, pageCurrent });
      setShown([...shown, ...reply.list]);
      setPages({ read: pageCurrent, total: reply.totalPage });
    } catch {
      // The error was shown as a toast; the button stays.
    }
    setBusy(false);
  }

  if (lateCount === 0) return null;
  return (
    <div className="flex flex-col gap-4">
      {shown.map((late, i) => (
        <div key={i}>
          <h3 className="text-sm text-warning">
            {t(late.reason === 'superseded' ? 'marking:superseded' : 'marking:late')} ·{' '}
            {dateTimeText(late.arrivedAt, timeZone, locale)}
          </h3>
          <p className="mt-1 rounded-field border border-base-300 p-4 whitespace-pre-wrap">
            {typeof late.answer === 'string' ? late.answer : t('marking:nothing')}
          </p>
        </div>
      ))}
      {pages.read < pages.total && (
        <button type="button" className="btn btn-sm self-start" disabled={busy} onClick={more}>
          {t('marking:showLate', { count: lateCount - shown.length })}
        </button>
      )}
    </div>
  );
}
