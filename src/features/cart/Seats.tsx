import { useEffect, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { Icon } from '#src/components/Icon.tsx';
import { Progress } from '#src/components/Progress.tsx';
import type { Data } from '#src/contract/calls.ts';
import { island, useT } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import { PeoplePicker, type Departments, type Member } from './PeoplePicker.tsx';

type Item = Data<'GET /course/auth/order/view'>['items'][number];
type Props = { orderId: string; item: Item; departments: Departments; locale: Locale };

/** The seats of one course of an approved order: how far their people are; free ones are given, unused ones taken back. */
export default island(function Seats({ orderId, item, departments }: Props) {
  const t = useT();
  const [people, setPeople] = useState(item.people);
  const [choosing, setChoosing] = useState(false);
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const { courseId, title, seats } = item;
  const free = seats - people.length;

  const give = async (chosen: Member[]) => {
    setChoosing(false);
    if (chosen.length === 0) return;
    await api('POST /course/auth/order/seat/save', {
      orderId,
      courseId,
      userIds: chosen.map(({ userId }) => userId),
    });
    const order = await api('GET /course/auth/order/view', { id: orderId });
    setPeople(order.items.find((one) => one.courseId === courseId)!.people);
    notify(t('order:seat.given'), 'success');
  };
  const takeBack = async (userId: string) => {
    await api('DELETE /course/auth/order/seat/delete', { orderId, courseId, userId });
    setPeople((before) => before.filter((one) => one.userId !== userId));
    notify(t('order:seat.takenBack'), 'success');
  };

  return (
    <section className="paper overflow-hidden" aria-label={t('order:seat.of', { title })}>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-base-300 px-4 py-3 sm:px-6">
        <div className="min-w-0">
          <h3 className="font-semibold break-words">{title}</h3>
          <p role="status" className="text-sm text-muted tabular-nums">
            {t('order:seatsAssigned', { assigned: people.length, seats })}
          </p>
        </div>
        {free > 0 && (
          <button type="button" className="btn btn-primary btn-sm" disabled={!ready} onClick={() => setChoosing(true)}>
            <Icon name="plus" className="size-4" />
            {t('order:seat.give')}
          </button>
        )}
      </div>
      {people.length > 0 ? (
        <ul className="divide-y divide-base-300">
          {people.map((one) => (
            <li key={one.userId} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 sm:px-6">
              <p className="min-w-0 grow basis-40">
                <span className="font-medium break-words">{one.userName}</span>
                {one.department && <span className="block text-sm text-muted">{one.department}</span>}
              </p>
              <div className="w-40">
                <Progress value={one.studyProgress} label={t('order:seat.progressOf', { name: one.userName })} />
              </div>
              {one.canTakeBack ? (
                <button
                  type="button"
                  className="btn btn-ghost btn-sm text-error"
                  disabled={!ready}
                  aria-label={t('order:seat.takeBackOf', { name: one.userName })}
                  onClick={() => void takeBack(one.userId).catch(() => undefined)}
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
      {choosing && (
        <PeoplePicker
          courseId={courseId}
          title={title}
          seats={free}
          chosen={[]}
          departments={departments}
          onClose={() => setChoosing(false)}
          onDone={(chosen) => void give(chosen).catch(() => undefined)}
        />
      )}
    </section>
  );
});
