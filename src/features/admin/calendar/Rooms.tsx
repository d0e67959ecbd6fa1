import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { SidePanel } from '../kit/SidePanel.tsx';
import { LIST, OPTIONS, type Options } from './calendar-list.ts';

type Room = Options['rooms'][number];

/** The rooms that sessions choose from. */
export function Rooms({ rooms, onClose }: { rooms: Room[]; onClose: () => void }) {
  const t = useT();
  const [edited, setEdited] = useState<Room | 'new' | null>(null);
  const close = async ({ id, closedAt }: Room) => {
    await api('POST /course/auth/calendar/room/close', { id, closed: closedAt === null });
    invalidate(OPTIONS);
  };
  return (
    <SidePanel title={t('calendar:rooms.title')} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p className="text-sm text-muted">{t('calendar:rooms.hint')}</p>
        <button type="button" className="btn btn-sm self-start" onClick={() => setEdited('new')}>
          {t('calendar:rooms.add')}
        </button>
        <ul className="flex flex-col divide-y divide-base-300">
          {rooms.map((room) => (
            <li key={room.id} className="flex flex-wrap items-center justify-between gap-2 py-2 text-sm">
              <span className="min-w-0 break-words">
                <span className="font-medium">{room.name}</span> {room.address}
                {room.capacity !== null && ` · ${t('calendar:rooms.seats', { count: room.capacity })}`}
                {room.closedAt && <span className="badge badge-ghost badge-sm ms-2">{t('calendar:rooms.closed')}</span>}
              </span>
              <span className="flex gap-1">
                <button type="button" className="btn btn-ghost btn-xs" onClick={() => setEdited(room)}>
                  {t('calendar:rooms.edit')}
                  <span className="sr-only">{room.name}</span>
                </button>
                <button type="button" className="btn btn-ghost btn-xs" onClick={() => void close(room)}>
                  {t(room.closedAt ? 'calendar:rooms.reopen' : 'calendar:rooms.close')}
                  <span className="sr-only">{room.name}</span>
                </button>
              </span>
            </li>
          ))}
        </ul>
      </div>
      {edited && <RoomDialog room={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </SidePanel>
  );
}

function RoomDialog({ room, onClose }: { room: Room | null; onClose: () => void }) {
  const t = useT();
  const missing = t('calendar:form.missing');
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => required(values, { name: missing, address: missing }),
    send: async (values) => {
      const capacity = textOf(values, 'capacity');
      const input = { name: textOf(values, 'name'), address: textOf(values, 'address') };
      await api(
        'POST /course/auth/calendar/room/save',
        { ...(room ? { id: room.id } : {}), ...input, capacity: capacity ? Number(capacity) : null },
        { isShowErrTip: false },
      );
      notify(t('calendar:rooms.saved'), 'success');
      invalidate(OPTIONS, LIST);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(room ? 'calendar:rooms.edit' : 'calendar:rooms.add')}
      action={t('calendar:save')}
      form={form}
      onClose={onClose}
    >
      <FormField {...form.field('name')} label={t('calendar:rooms.name')} maxLength={100} defaultValue={room?.name} />
      <FormField
        {...form.field('address')}
        label={t('calendar:rooms.address')}
        maxLength={200}
        defaultValue={room?.address}
      />
      <FormField
        {...form.field('capacity')}
        type="number"
        min={1}
        max={1000}
        label={t('calendar:rooms.capacity')}
        defaultValue={room?.capacity ?? ''}
      />
    </FormDialog>
  );
}
