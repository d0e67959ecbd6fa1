import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import type { Entry } from '../kit/History.tsx';
import { labelsOf } from './exam-differences.ts';
import { type Former, formerSettings, hasFormer } from './former-settings.ts';
import type { EditorProps } from './exam-settings.ts';

type Props = Pick<EditorProps, 'choices' | 'isAdmin'> & {
  examId: string;
  entry: Entry;
  isReady: boolean;
  onUse: (former: Former) => void;
};

/** Below a change in the history of an exam: reads the values from before it, for the form. Nothing is stored. */
export function UseFormer({ examId, entry, isReady, onUse, ...props }: Props) {
  const t = useT();
  const read = useAction(async () => {
    const found = await api('GET /exam/auth/exam/admin/former', { id: examId, entryId: entry.id });
    onUse(formerSettings(entry, found, props));
  });
  if (!hasFormer(entry, props.isAdmin)) return null;
  return (
    <button
      type="button"
      className="btn self-start btn-sm"
      disabled={!isReady}
      aria-disabled={read.isPending}
      onClick={() => void read.run()}
    >
      {t('exam:admin.former.use')}
    </button>
  );
}

/** What the form has from before a change, and what of it could not be brought back. */
export function FormerNote({ former, timeZone }: { former: Former; timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  const { at, whole, partly, lost } = former;
  const labels: Record<string, string> = labelsOf({ t });
  const named = (names: string[]) => names.map((name) => labels[name] ?? name).join(locale === 'zh' ? '、' : ', ');
  return (
    <div role="status" className="alert flex-col items-start gap-1 alert-soft alert-info">
      <p>
        {t('exam:admin.former.used', {
          time: dateTimeText(at, timeZone, locale),
          names: named([...whole, ...partly]),
        })}
      </p>
      {partly.length > 0 && <p>{t('exam:admin.former.partly', { names: named(partly) })}</p>}
      {lost.length > 0 && <p>{t('exam:admin.former.lost', { names: named(lost) })}</p>}
    </div>
  );
}
