import { useEffect, useState } from 'react';
import { api } from '#src/client/api.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import type { Data } from '#src/contract/calls.ts';
import { FormField } from '#src/components/FormField.tsx';
import { TextArea } from '#src/components/TextArea.tsx';
import { useT } from '#src/i18n/island.tsx';
import { showBulk } from '../kit/BulkProgress.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import type { Selected } from '../kit/use-selection.ts';
import type { MatrixFilter } from './matrix-list.ts';

type Props = {
  selected: Selected<MatrixFilter>;
  requirements: { id: string; title: string }[];
  /** That of the filter, chosen at first. */
  requirementId: string | undefined;
  onDone: () => void;
};
const KINDS = ['remind', 'extend', 'exempt', 'assign'] as const;
type Kind = (typeof KINDS)[number];

/** What can be done with the selected people, or all that the filter finds. */
export function ChangePeople(props: Props) {
  const t = useT();
  const [kind, setKind] = useState<Kind | null>(null);
  return (
    <div className="flex flex-wrap gap-2 sm:ms-auto">
      {KINDS.map((each) => (
        <button key={each} type="button" className="btn btn-sm" onClick={() => setKind(each)}>
          {t(`requirement:change.${each}`)}
        </button>
      ))}
      {kind && <ChangePeopleDialog {...props} kind={kind} onClose={() => setKind(null)} />}
    </div>
  );
}

type DialogProps = Props & { kind: Kind; onClose: () => void };

function ChangePeopleDialog({ kind, selected, requirements, requirementId, onDone, onClose }: DialogProps) {
  const t = useT();
  const [chosen, setChosen] = useState(requirementId);
  const hasReason = kind === 'exempt' || kind === 'extend';
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => ({
      ...(hasReason && required(values, { reason: t('requirement:change.reasonMissing') })),
      ...(kind === 'extend' && required(values, { on: t('requirement:change.dueMissing') })),
    }),
    send: async (values) => {
      const which = chosenOf(selected);
      const input = {
        ...{ ...which, kind, requirementId: textOf(values, 'requirementId') },
        ...{ reason: hasReason ? textOf(values, 'reason') : '', on: textOf(values, 'on') || undefined },
      };
      await api('POST /course/auth/requirement/bulk/save', input, { isShowErrTip: false });
      showBulk();
      onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(`requirement:change.${kind}Title`, { count: selected.count })}
      action={t('requirement:change.send')}
      form={form}
      onClose={onClose}
    >
      <label className="flex flex-col gap-1.5">
        <span className="text-sm font-medium">{t('requirement:change.requirement')}</span>
        <select
          name="requirementId"
          className="select w-full"
          defaultValue={chosen}
          onChange={({ target }) => setChosen(target.value)}
        >
          {requirements.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {kind === 'remind' && <Reminded selected={selected} requirementId={chosen ?? requirements[0]?.id} />}
      {hasReason && (
        <FormField
          {...form.field('on')}
          type="date"
          label={t(kind === 'extend' ? 'requirement:change.dueOn' : 'requirement:change.until')}
        />
      )}
      {hasReason && (
        <TextArea {...form.field('reason')} label={t('requirement:change.reason')} rows={3} maxLength={500} />
      )}
      <p className="text-sm text-muted">{t('requirement:change.hint')}</p>
    </FormDialog>
  );
}

type RemindedProps = { selected: Selected<MatrixFilter>; requirementId: string | undefined };

/** How many of the selected people get a reminder, and how, before it is sent. */
function Reminded({ selected, requirementId }: RemindedProps) {
  const t = useT();
  const [shown, setShown] = useState<Data<'POST /course/auth/requirement/message/count'> | null>(null);
  const which = JSON.stringify(chosenOf(selected));
  useEffect(() => {
    let isCurrent = true;
    setShown(null);
    if (requirementId)
      void api(
        'POST /course/auth/requirement/message/count',
        { requirementId, ...(JSON.parse(which) as object) },
        { isShowErrTip: false },
      ).then(
        (found) => isCurrent && setShown(found),
        // Sending says what is wrong.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [which, requirementId]);
  return (
    <div role="status" className="flex min-h-16 flex-col gap-1 tabular-nums">
      {shown && (
        <>
          <p className="font-medium">{t('requirement:change.reminded', { count: shown.reminded })}</p>
          {shown.reminded < shown.chosen && (
            <p className="text-sm text-muted">{t('requirement:change.remindedOf', { chosen: shown.chosen })}</p>
          )}
          <p className="text-sm text-muted">
            {t('requirement:change.remindedBy', { mail: shown.byMail, sms: shown.bySms })}
          </p>
          {shown.waits && <p className="text-sm text-muted">{t('requirement:change.remindedLater')}</p>}
        </>
      )}
    </div>
  );
}

const chosenOf = (selected: Selected<MatrixFilter>) =>
  selected.filter ? { found: { filter: selected.filter, count: selected.count } } : { ids: selected.ids };
