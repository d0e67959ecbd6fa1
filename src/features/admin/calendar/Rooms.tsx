import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { RESTORABLE_DAYS } from '#src/contract/rules/editing.ts';
import { useT } from '#src/i18n/island.tsx';
import { Confirm } from '../kit/Confirm.tsx';
import { DeletedList } from '../kit/DeletedList.tsx';
import { type Change, type ChangeText, HistoryButton } from '../kit/History.tsx';
import { RowCommand } from '../kit/RowCommand.tsx';
import { SidePanel } from '../kit/SidePanel.tsx';
import { LIST, OPTIONS, ROOMS } from './calendar-list.ts';
import { type Room, RoomDialog } from './RoomDialog.tsx';

type Open = { dialog: 'add' } | { dialog: 'edit' | 'close' | 'delete'; room: Room };

/** The rooms that sessions choose from, and the deleted ones that can be restored. */
export function Rooms({ timeZone, onClose }: { timeZone: string; onClose: () => void }) {
  const t = useT();
  const query = useCall(ROOMS, {});
  const [open, setOpen] = useState<Open | null>(null);
  const changed = () => invalidate(ROOMS, OPTIONS, LIST);
  const close = async ({ id, closedAt }: Room) => {
    await api('POST /course/auth/calendar/room/close', { id, closed: closedAt === null });
    changed();
  };
  const reopen = useAction(close);
  const restore = useAction(async (id: string) => {
    await api('PUT /course/auth/calendar/room/restore', { id });
    changed();
    notify(t('calendar:rooms.restored'), 'success');
  });
  const describe = ({ name, before, after }: Change): ChangeText => ({
    ...{ label: t(`calendar:rooms.${name}`), before: String(before ?? ''), after: String(after ?? '') },
  });
  const history = (id: string, name: string) => (
    <HistoryButton isIcon kind="trainingRoom" {...{ id, name, timeZone, describe }} />
  );
  return (
    <SidePanel title={t('calendar:rooms.title')} onClose={onClose}>
      <p className="text-sm text-muted">{t('calendar:rooms.hint')}</p>
      <button type="button" className="btn btn-sm self-start" onClick={() => setOpen({ dialog: 'add' })}>
        {t('calendar:rooms.add')}
      </button>
      <LoadState query={query}>
        {({ rooms, deleted }) => (
          <>
            {rooms.length === 0 && <EmptyState icon="calendar" title={t('calendar:rooms.none')} />}
            <ul className="flex flex-col divide-y divide-base-300">
              {rooms.map((room) => (
                <li key={room.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
                  <span className="me-auto min-w-0 break-words">
                    <span className="font-medium">{room.name}</span> {room.address}
                    {room.capacity !== null && ` · ${t('calendar:rooms.seats', { count: room.capacity })}`}
                    {room.plannedCount > 0 && ` · ${t('calendar:rooms.planned', { count: room.plannedCount })}`}
                    {room.closedAt && (
                      <span className="badge badge-ghost badge-sm ms-2">{t('calendar:rooms.closed')}</span>
                    )}
                  </span>
                  <span className="flex flex-wrap items-center">
                    {history(room.id, room.name)}
                    <RowCommand
                      label={t('calendar:rooms.edit')}
                      name={room.name}
                      onRun={() => setOpen({ dialog: 'edit', room })}
                    />
                    {room.closedAt ? (
                      <RowCommand
                        label={t('calendar:rooms.reopen')}
                        name={room.name}
                        onRun={() => void reopen.run(room)}
                      />
                    ) : (
                      <RowCommand
                        label={t('calendar:rooms.close')}
                        name={room.name}
                        onRun={() => setOpen({ dialog: 'close', room })}
                      />
                    )}
                    {room.sessionCount === 0 && (
                      <RowCommand
                        label={t('calendar:rooms.delete')}
                        name={room.name}
                        isDanger
                        onRun={() => setOpen({ dialog: 'delete', room })}
                      />
                    )}
                  </span>
                </li>
              ))}
            </ul>
            <DeletedList
              isInDialog
              title={t('calendar:rooms.deletedTitle')}
              hint={t('calendar:rooms.deletedHint', { days: RESTORABLE_DAYS })}
              things={deleted.map(({ id, name, address }) => ({
                id,
                name,
                note: address,
                commands: history(id, name),
              }))}
              restore={t('calendar:rooms.restore')}
              onRestore={(id) => void restore.run(id)}
            />
          </>
        )}
      </LoadState>
      {open?.dialog === 'add' && <RoomDialog room={null} onClose={() => setOpen(null)} />}
      {open?.dialog === 'edit' && <RoomDialog room={open.room} onClose={() => setOpen(null)} />}
      {open?.dialog === 'close' && (
        <Confirm
          title={t('calendar:rooms.closeTitle', { name: open.room.name })}
          consequences={[
            t('calendar:rooms.closeHint'),
            ...(open.room.plannedCount > 0 ? [t('calendar:rooms.keeps', { count: open.room.plannedCount })] : []),
          ]}
          action={t('calendar:rooms.close')}
          onConfirm={() => close(open.room)}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.dialog === 'delete' && (
        <Confirm
          title={t('calendar:rooms.deleteTitle', { name: open.room.name })}
          consequences={[t('calendar:rooms.deleteHint', { days: RESTORABLE_DAYS })]}
          action={t('calendar:rooms.delete')}
          onConfirm={async () => {
            await api('DELETE /course/auth/calendar/room/delete', { id: open.room.id });
            changed();
            notify(t('calendar:rooms.deleted'), 'success');
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </SidePanel>
  );
}
