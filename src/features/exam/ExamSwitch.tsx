import { useState, type FormEvent } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import type { Data } from '#src/contract/calls.ts';
import { type Kept, useKept } from '#src/features/editor/use-kept.ts';
import { useT } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';

/** `own`: the viewer is the candidate. */
export type SwitchItem = Data<'POST /exam/auth/exam/switch/page'>['list'][number] & { own: boolean };
type Props = {
  item: SwitchItem;
  timeZone: string;
  locale: Locale;
  onChange: (more: Partial<SwitchItem>) => void;
};

/** One switch with its appeal: the form to appeal for its candidate, and to decide for a marker. */
export function ExamSwitch({ item, timeZone, locale, onChange }: Props) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const { id: switchId, kind, leftAt, dwellSeconds, counted, appeal, own } = item;
  const reason = useKept(`switch-appeal:${switchId}`, '');
  const note = useKept(`switch-decision:${switchId}`, '');
  const asking = isAsking || reason.isRestored;
  const send = useAction(async () => {
    onChange({ appeal: await api('POST /exam/auth/user/exam/switch/appeal', { switchId, reason: reason.value }) });
    await reason.forget();
    setAsking(false);
    notify(t('exam:switches.sent'), 'success');
  });
  const decide = useAction(async (decision: 'upheld' | 'set_aside') => {
    const decided = await api('POST /exam/auth/exam/switch/decide', { switchId, decision, note: note.value });
    await note.forget();
    onChange({ appeal: decided, counted: counted && decision === 'upheld' });
    notify(t('exam:switches.decided'), 'success');
  });

  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="tabular-nums">{dateTimeText(leftAt, timeZone, locale)}</span>
        <span>{t(`exam:switches.kind.${kind}`)}</span>
        {kind !== 'device' && (
          <span className="text-muted">
            {dwellSeconds === null ? t('exam:switches.stillAway') : t('exam:switches.away', { count: dwellSeconds })}
          </span>
        )}
        <span className={`badge badge-soft ${counted ? 'badge-warning' : ''}`}>
          {t(counted ? 'exam:switches.counted' : 'exam:switches.notCounted')}
        </span>
        {own && !appeal && !asking && (
          <button type="button" className="btn btn-sm btn-ghost ms-auto" onClick={() => setAsking(true)}>
            {t('exam:switches.appeal')}
          </button>
        )}
      </div>
      {appeal && (
        <div className="text-sm">
          <p className="whitespace-pre-line">{t('exam:switches.said', { reason: appeal.reason })}</p>
          <p className="mt-1 text-muted">{t(`exam:switches.${appeal.decision ?? 'waiting'}`)}</p>
          {appeal.note && (
            <p className="mt-1 whitespace-pre-line">{t('exam:switches.answered', { note: appeal.note })}</p>
          )}
        </div>
      )}
      {own && !appeal && asking && (
        <AppealForm
          reason={reason}
          isPending={send.isPending}
          onSend={send.run}
          onCancel={() => {
            setAsking(false);
            void reason.forget();
          }}
        />
      )}
      {!own && appeal && !appeal.decision && (
        <DecisionForm note={note} isPending={decide.isPending} onDecide={decide.run} />
      )}
    </li>
  );
}

type AppealProps = { reason: Kept<string>; isPending: boolean; onSend: () => Promise<void>; onCancel: () => void };

function AppealForm({ reason, isPending, onSend, onCancel }: AppealProps) {
  const t = useT();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onSend();
  };
  return (
    <form className="flex flex-col gap-2" onSubmit={submit}>
      <label className="flex flex-col gap-1 text-sm">
        {t('exam:switches.reason')}
        <textarea
          className="textarea w-full"
          required
          maxLength={1000}
          value={reason.value}
          onChange={(event) => reason.change(event.target.value)}
        />
      </label>
      <div className="flex gap-2">
        <button type="submit" className="btn btn-sm btn-primary" disabled={isPending || reason.value.trim() === ''}>
          {t('exam:switches.send')}
        </button>
        <button type="button" className="btn btn-sm" onClick={onCancel}>
          {t('exam:switches.cancel')}
        </button>
      </div>
    </form>
  );
}

type DecisionProps = {
  note: Kept<string>;
  isPending: boolean;
  onDecide: (decision: 'upheld' | 'set_aside') => Promise<void>;
};

function DecisionForm({ note, isPending, onDecide }: DecisionProps) {
  const t = useT();
  return (
    <div className="flex flex-col gap-2">
      <label className="flex flex-col gap-1 text-sm">
        {t('exam:switches.note')}
        <textarea
          className="textarea w-full"
          maxLength={1000}
          value={note.value}
          onChange={(event) => note.change(event.target.value)}
        />
      </label>
      <div className="flex gap-2">
        {(['set_aside', 'upheld'] as const).map((decision) => (
          <button
            key={decision}
            type="button"
            className="btn btn-sm"
            disabled={isPending}
            onClick={() => void onDecide(decision)}
          >
            {t(`exam:switches.decide.${decision}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
