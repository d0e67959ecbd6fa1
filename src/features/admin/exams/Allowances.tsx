import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import { PersonPicker } from '../kit/PersonPicker.tsx';
import { Group, MomentField, NumberField, TextField } from '../kit/fields.tsx';
import { RemoveButton } from '../kit/rows.tsx';

const NOTHING = { extraSeconds: 0, extraAttempts: 0, windowStart: null, windowEnd: null, reason: '' };
type Draft = Omit<typeof NOTHING, 'windowStart' | 'windowEnd'> & {
  windowStart: string | null;
  windowEnd: string | null;
};

/** What single members have in this exam: extra time, extra attempts, an own window. */
export function Allowances({ examId, timeZone }: { examId: string; timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  const granted = useCall('POST /exam/auth/exam/allowance/page', { examId, pageSize: 100 });
  const [person, setPerson] = useState<{ userId: string; userName: string } | null>(null);
  const [draft, setDraft] = useState<Draft>(NOTHING);
  const [alert, setAlert] = useState('');
  const save = useAction(async (userId: string, values: Draft) => {
    try {
      await api('POST /exam/auth/exam/allowance/save', { examId, userId, ...values }, { isShowErrTip: false });
      setAlert('');
      setPerson(null);
      setDraft(NOTHING);
      invalidate('POST /exam/auth/exam/allowance/page');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setAlert(Object.values(error.fields)[0] ?? error.message);
    }
  });
  const moment = (at: string) => dateTimeText(at, timeZone, locale);
  return (
    <Group title={t('exam:admin.group.allowances')} hint={t('exam:admin.allowancesHint')}>
      <LoadState query={granted}>
        {({ list }) => (
          <ul className="divide-y divide-base-300">
            {list.map((row) => (
              <li key={row.userId} className="flex flex-wrap items-center gap-3 py-3">
                <p className="min-w-0 grow">
                  {row.userName}
                  <span className="block text-sm text-muted">
                    {[
                      row.extraSeconds > 0 && t('exam:admin.extraMinutes', { count: row.extraSeconds / 60 }),
                      row.extraAttempts > 0 && t('exam:admin.extraAttempts', { count: row.extraAttempts }),
                      row.windowStart &&
                        row.windowEnd &&
                        t('exam:admin.ownWindow', { from: moment(row.windowStart), to: moment(row.windowEnd) }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </p>
                <RemoveButton
                  name={row.userName}
                  onClick={() => void save.run(row.userId, { ...NOTHING, reason: t('exam:admin.withdrawnReason') })}
                />
              </li>
            ))}
          </ul>
        )}
      </LoadState>
      <PersonPicker chosen={person} onChoose={setPerson} />
      {person && (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            label={t('exam:admin.extraTime')}
            value={draft.extraSeconds}
            unit={60}
            onChange={(extraSeconds) => setDraft({ ...draft, extraSeconds })}
          />
          <NumberField
            label={t('exam:admin.moreAttempts')}
            value={draft.extraAttempts}
            onChange={(extraAttempts) => setDraft({ ...draft, extraAttempts })}
          />
          <MomentField
            label={t('exam:admin.ownFrom')}
            value={draft.windowStart}
            timeZone={timeZone}
            onChange={(windowStart) => setDraft({ ...draft, windowStart })}
          />
          <MomentField
            label={t('exam:admin.ownTo')}
            value={draft.windowEnd}
            timeZone={timeZone}
            onChange={(windowEnd) => setDraft({ ...draft, windowEnd })}
          />
          <TextField
            label={t('exam:admin.reason')}
            value={draft.reason}
            maxLength={500}
            onChange={(reason) => setDraft({ ...draft, reason })}
          />
        </div>
      )}
      <FormAlert text={alert} />
      {person && (
        <button
          type="button"
          className="btn btn-outline btn-sm self-start"
          disabled={save.isPending}
          onClick={() => void save.run(person.userId, draft)}
        >
          {t('exam:admin.grant')}
        </button>
      )}
    </Group>
  );
}
