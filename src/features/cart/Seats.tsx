import { useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, optimistically } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { Progress } from '#src/components/Progress.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateText } from '#src/lib/dates.ts';
import { DepartmentSeats } from './DepartmentSeats.tsx';
import { PeoplePicker, type Departments, type Member } from './PeoplePicker.tsx';

type Order = Data<'GET /course/auth/order/view'>;
type Item = Order['items'][number];
/** What a seat that is given or taken back changes. */
const CHANGED = [
  ...(['GET /course/auth/order/view', 'POST /course/auth/order/page', 'GET /course/auth/centre/view'] as const),
  ...(['POST /course/auth/centre/people/page', 'POST /course/auth/centre/seat/page'] as const),
] as const;
type Props = { orderId: string; item: Item; departments: Departments; timeZone: string };

/**
 * The seats of one course of an approved order: progress of their holders; free seats are assigned, unused ones
 * revoked.
 */
export function Seats({ orderId, item, departments, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const [choosing, setChoosing] = useState<'people' | 'department' | null>(null);
  const asking = useRef<HTMLDialogElement>(null);
  const { courseId, title, seats, people } = item;
  const free = seats - people.length;

  const onGiven = () => {
    setChoosing(null);
    notify(t('order:seat.given'), 'success');
    invalidate(...CHANGED);
  };
  const give = useAction(async (chosen: Member[]) => {
    setChoosing(null);
    if (chosen.length === 0) return;
    const userIds = chosen.map(({ userId }) => userId);
    await api('POST /course/auth/order/seat/save', { orderId, courseId, userIds });
    onGiven();
  });
  const takeBack = useAction(async (userId: string) => {
    await optimistically(
      'GET /course/auth/order/view',
      { id: orderId },
      (order) => withoutSeat(order, courseId, userId),
      () => api('DELETE /course/auth/order/seat/delete', { orderId, courseId, userId }),
    );
    notify(t('order:seat.takenBack'), 'success');
    invalidate(...CHANGED);
  });
  const takeBackUnused = useAction(async () => {
    const { takenBack } = await api('DELETE /course/auth/order/seat/unused/delete', { orderId, courseId });
    notify(t('order:seat.unusedTakenBack', { count: takenBack }), 'success');
    invalidate(...CHANGED);
  });
  const unused = people.filter(({ canTakeBack, studyProgress }) => canTakeBack && studyProgress === 0).length;

  return (
    <section className="paper overflow-hidden" aria-label={t('order:seat.of', { title })}>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-base-300 px-4 py-3 sm:px-6">
        <div className="min-w-0">
          <h3 className="font-semibold break-words">{title}</h3>
          <p role="status" className="text-sm text-muted tabular-nums">
            {t('order:seatsAssigned', { assigned: people.length, seats })}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {unused > 1 && (
            <button
              type="button"
              className="btn btn-ghost btn-sm text-error"
              disabled={!hydrated}
              aria-disabled={takeBackUnused.isPending}
              onClick={() => asking.current?.showModal()}
            >
              {t('order:seat.takeBackUnused')}
            </button>
          )}
          {free > 0 && departments.length > 0 && (
            <button type="button" className="btn btn-sm" disabled={!hydrated} onClick={() => setChoosing('department')}>
              <Icon name="users" className="size-4" />
              {t('order:department.open')}
            </button>
          )}
          {free > 0 && (
            <button
              type="button"
              className="btn btn-primary btn-sm"
              disabled={!hydrated}
              aria-disabled={give.isPending}
              onClick={() => !give.isPending && setChoosing('people')}
            >
              <Icon name="plus" className="size-4" />
              {t('order:seat.give')}
            </button>
          )}
        </div>
      </div>
      {people.length > 0 ? (
        <ul className="divide-y divide-base-300">
          {people.map((one) => (
            <li key={one.userId} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 sm:px-6">
              <p className="min-w-0 grow basis-40">
                <span className="font-medium break-words">{one.userName}</span>
                {one.department && <span className="block text-sm text-muted">{one.department}</span>}
                {one.expiresAt && (
                  <span className="block text-sm text-muted">
                    {t('order:seat.until', { date: dateText(one.expiresAt, timeZone, locale) })}
                  </span>
                )}
              </p>
              <div className="w-40">
                <Progress value={one.studyProgress} label={t('order:seat.progressOf', { name: one.userName })} />
              </div>
              {one.canTakeBack ? (
                <button
                  type="button"
                  className="btn btn-ghost btn-sm text-error"
                  disabled={!hydrated}
                  aria-label={t('order:seat.takeBackOf', { name: one.userName })}
                  onClick={() => void takeBack.run(one.userId)}
                >
                  {t('order:seat.takeBack')}
                </button>
              ) : (
                <span className="text-sm text-muted">
                  {t(one.completed ? 'enum:learningState.completed' : 'enum:learningState.learning')}
                </span>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className="p-6 text-center text-sm text-muted">{t('order:seat.nobody')}</p>
      )}
      <ConfirmDialog
        ref={asking}
        title={t('order:seat.takeBackUnused')}
        text={t('order:seat.takeBackUnusedText', { title })}
        action={t('order:seat.takeBack')}
        isDestructive
        onConfirm={() => void takeBackUnused.run()}
      />
      {choosing === 'department' && (
        <DepartmentSeats {...{ orderId, courseId, title, departments, onGiven }} onClose={() => setChoosing(null)} />
      )}
      {choosing === 'people' && (
        <PeoplePicker
          courseId={courseId}
          title={title}
          seats={free}
          chosen={[]}
          departments={departments}
          onClose={() => setChoosing(null)}
          onDone={(chosen) => void give.run(chosen)}
        />
      )}
    </section>
  );
}

/** The order after a seat was revoked. */
function withoutSeat(order: Order, courseId: string, userId: string): Order {
  const items = order.items.map((item) =>
    item.courseId === courseId ? { ...item, people: item.people.filter((one) => one.userId !== userId) } : item,
  );
  return { ...order, assigned: order.assigned - 1, items };
}
