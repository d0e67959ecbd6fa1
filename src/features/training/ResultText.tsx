import { useLocale, useT } from '#src/i18n/island.tsx';
import { amountText } from '#src/lib/amount-text.ts';

type Props = { passed: boolean | null; score: number | null; note: string | null };

/** The result of a member in a session: passed or not, score and note. */
export function ResultText({ passed, score, note }: Props) {
  const t = useT();
  const locale = useLocale();
  if (passed === null && score === null && !note) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      {passed !== null && (
        <span className={`badge badge-soft badge-sm ${passed ? 'badge-success' : 'badge-warning'}`}>
          {t(passed ? 'training:result.passed' : 'training:result.failed')}
        </span>
      )}
      {score !== null && (
        <span className="tabular-nums">{t('training:result.scored', { score: amountText(score, locale) })}</span>
      )}
      {note && <span className="break-words text-muted">{note}</span>}
    </span>
  );
}
