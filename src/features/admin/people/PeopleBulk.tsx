import '#src/components/date-field.css';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import type { Input, OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { useT } from '#src/i18n/island.tsx';
import { showBulk } from '../kit/BulkProgress.tsx';
import { Confirm } from '../kit/Confirm.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import type { Selected } from '../kit/use-selection.ts';
import { type Consequences, effects } from './effects.ts';
import { InviteForm } from './PersonInvite.tsx';
import type { PeopleFilter } from './people-list.ts';
import { Effects, type Place, PlaceFields, TransferDay } from './TransferDialog.tsx';

const SAVE = 'POST /user/auth/people/bulk/save';
type Kind = OperationInput<typeof SAVE>['kind'];
const KINDS: readonly Kind[] = ['invite', 'transfer', 'endSessions', 'enable', 'disable'];

type Sent = Pick<Input<typeof SAVE>, 'kind' | 'transfer' | 'invitation'>;
type Props = { selected: Selected<PeopleFilter>; timeZone: string; onDone: () => void };

const chosen = (selected: Selected<PeopleFilter>) =>
  selected.filter ? { found: { filter: selected.filter, count: selected.count } } : { ids: selected.ids };

/** What can be done with the selected members, or with all that the filter finds. */
export function PeopleBulk(props: Props) {
  const t = useT();
  const { selected, onDone } = props;
  const [open, setOpen] = useState<{ kind: Kind; consequences: Consequences } | null>(null);
  const most = selected.filter ? MAX_ITEMS.bulkFound : MAX_ITEMS.bulkRows;
  const begin = useAction(async (kind: Kind) => {
    const consequences = await api('POST /user/auth/people/bulk/consequences', chosen(selected));
    setOpen({ kind, consequences });
  });
  const close = () => setOpen(null);
  const send = async (input: Sent) => {
    await api(SAVE, { ...chosen(selected), ...input }, { isShowErrTip: !input.transfer && !input.invitation });
    showBulk();
    onDone();
  };
  if (selected.count > most)
    return <p className="text-sm text-muted sm:ms-auto">{t('people:bulk.tooMany', { count: most })}</p>;
  return (
    <div className="flex flex-wrap gap-2 sm:ms-auto">
      {KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          className={`btn btn-sm ${kind === 'disable' ? 'btn-outline btn-error' : ''}`}
          aria-disabled={begin.isPending}
          onClick={() => void begin.run(kind)}
        >
          {t(`people:act.${kind}`)}
        </button>
      ))}
      {open?.kind === 'transfer' && (
        <BulkTransfer {...props} consequences={open.consequences} send={send} onClose={close} />
      )}
      {open?.kind === 'invite' && (
        <InviteForm
          title={t('people:bulk.confirm.invite', { count: selected.count })}
          effects={effects(t, 'invite', open.consequences)}
          send={(invitation) => send({ kind: 'invite', invitation })}
          onClose={close}
        />
      )}
      {open && open.kind !== 'transfer' && open.kind !== 'invite' && (
        <Confirm
          title={t(`people:bulk.confirm.${open.kind}`, { count: selected.count })}
          consequences={effects(t, open.kind, open.consequences)}
          action={t(`people:act.${open.kind}`)}
          onConfirm={() => send({ kind: open.kind })}
          onClose={close}
        />
      )}
    </div>
  );
}

type TransferProps = Props & {
  consequences: Consequences;
  send: (input: Sent) => Promise<void>;
  onClose: () => void;
};

/** Gives all of them a department, a position or a superior; what is not chosen stays. */
function BulkTransfer({ selected, timeZone, consequences, send, onClose }: TransferProps) {
  const t = useT();
  const [place, setPlace] = useState<Place>({ departmentId: null, positionId: null, superiorId: null });
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => ({
      ...required(values, { onDay: t('people:transfer.dayMissing') }),
      ...(Object.values(place).every((each) => each === null) && { departmentId: t('people:bulk.placeMissing') }),
    }),
    send: async (values) => {
      const ids = Object.fromEntries(Object.entries(place).map(([name, each]) => [name, each?.id]));
      const transfer = { ...ids, onDay: textOf(values, 'onDay'), reason: textOf(values, 'reason') };
      await send({ kind: 'transfer', transfer });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('people:bulk.confirm.transfer', { count: selected.count })}
      action={t('people:act.transfer')}
      form={form}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{t('people:bulk.placeHint')}</p>
      <PlaceFields
        place={place}
        onChange={setPlace}
        errorOf={(name) => form.field(name).error}
        placeholder={t('people:bulk.unchanged')}
      />
      <TransferDay form={form} timeZone={timeZone} />
      <Effects texts={effects(t, 'transfer', consequences)} />
    </FormDialog>
  );
}
