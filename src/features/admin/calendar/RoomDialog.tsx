import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { FormField } from '#src/components/FormField.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { ConflictView } from '../kit/ConflictView.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { useConflict } from '../kit/use-conflict.ts';
import { LIST, OPTIONS, ROOMS } from './calendar-list.ts';

export type Room = Data<typeof ROOMS>['rooms'][number];
type Values = Pick<Room, 'name' | 'address' | 'capacity'>;
const PARTS = ['name', 'address', 'capacity'] as const;

const versionOf = ({ name, address, capacity, revision }: Room) => ({ values: { name, address, capacity }, revision });

/** Adds a room, or changes one. If somebody else has changed it meanwhile, both versions are shown, to choose from. */
export function RoomDialog({ room: opened, onClose }: { room: Room | null; onClose: () => void }) {
  const t = useT();
  const missing = t('calendar:form.missing');
  const [room] = useState(opened);
  const stored = room ? versionOf(room) : { values: { name: '', address: '', capacity: null } };
  const [first, setFirst] = useState<Values>(stored.values);
  const { revision, conflict, compare, resolve } = useConflict<Values>(stored, async () => {
    const now = (await api(ROOMS, {})).rooms.find(({ id }) => id === room?.id);
    return now ? versionOf(now) : null;
  });
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => required(values, { name: missing, address: missing }),
    send: async (values) => {
      const capacity = textOf(values, 'capacity');
      const mine = {
        ...{ name: textOf(values, 'name').trim(), address: textOf(values, 'address').trim() },
        capacity: capacity ? Number(capacity) : null,
      };
      try {
        const input = { ...(room && { id: room.id, revision }), ...mine };
        await api('POST /course/auth/calendar/room/save', input, { isShowErrTip: false });
      } catch (error) {
        if (!(await compare(error, mine))) throw error;
        return;
      }
      notify(t('calendar:rooms.saved'), 'success');
      invalidate(ROOMS, OPTIONS, LIST);
      onClose();
    },
  });
  const title = t(room ? 'calendar:rooms.edit' : 'calendar:rooms.add');
  if (conflict) {
    const { base, mine, theirs } = conflict;
    return (
      <ActionDialog title={title} onClose={onClose}>
        <ConflictView
          title={t('admin:conflict.title')}
          intro={t('admin:conflict.intro')}
          differences={PARTS.filter((name) => mine[name] !== theirs.values[name]).map((name) => ({
            ...{ name, label: t(`calendar:rooms.${name}`) },
            ...{ mine: String(mine[name] ?? ''), theirs: String(theirs.values[name] ?? '') },
            isTheirs: mine[name] === base.values[name],
          }))}
          onMerge={(taken) => {
            setFirst({ ...mine, ...Object.fromEntries([...taken].map((part) => [part, theirs.values[part]])) });
            resolve();
          }}
        />
      </ActionDialog>
    );
  }
  return (
    <FormDialog title={title} action={t('calendar:save')} form={form} onClose={onClose}>
      <FormField {...form.field('name')} label={t('calendar:rooms.name')} maxLength={100} defaultValue={first.name} />
      <FormField
        {...form.field('address')}
        label={t('calendar:rooms.address')}
        maxLength={200}
        defaultValue={first.address}
      />
      <FormField
        {...form.field('capacity')}
        type="number"
        min={1}
        max={1000}
        label={t('calendar:rooms.capacity')}
        defaultValue={first.capacity ?? ''}
      />
    </FormDialog>
  );
}
