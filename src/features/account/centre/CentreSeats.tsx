import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Choices } from '#src/components/Choices.tsx';
import { Progress } from '#src/components/Progress.tsx';
import type { Data } from '#src/contract/calls.ts';
import { SEAT_ENDS, SEAT_STATES } from '#src/contract/rules/centre.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateText, dayText } from '#src/lib/dates.ts';
import { useAccount } from '../account-context.ts';
import { accountLink } from '../account-query.ts';
import { type CentreView, seatPage } from './centre-view.ts';
import { CentreSums } from './CentrePeople.tsx';
import { type CentreColumn, CentreTable } from './CentreTable.tsx';
import { CentreTools } from './CentreTools.tsx';
import { personColumn, useListLink } from './person-column.tsx';

type Seat = Data<'POST /course/auth/centre/seat/page'>['list'][number];

/** The seats of the organisation, or of one person: progress and end; unused ones are taken back here. */
export function CentreSeats({ view }: { view: CentreView }) {
  const t = useT();
  const locale = useLocale();
  const { viewer, open, focusPanel } = useAccount();
  const { timeZone } = viewer;
  const seats = useCall(...seatPage(view));
  const { state, ends, keyword, department, person } = view;
  const link = accountLink(locale, 'centre');
  // Whoever has no seat any more has no page either.
  const onTaken = () => (person && seats.data?.totalCount === 1 ? open(link({ part: 'people' })) : focusPanel());
  const columns: CentreColumn<Seat>[] = [
    ...personColumn<Seat>(view, t, link),
    {
      ...{ name: 'title', label: t('centre:column.course'), sorts: true },
      value: ({ title, orderId, orderNo }) => (
        <>
          <span className="block min-w-40 break-words">{title}</span>
          <a
            className="block text-sm whitespace-nowrap text-muted tabular-nums hover:text-primary"
            href={link({ order: orderId })}
          >
            {orderNo}
          </a>
        </>
      ),
    },
    {
      ...{ name: 'studyProgress', label: t('centre:column.studyProgress'), sorts: true },
      value: ({ studyProgress, userName, state: of, completedOn }) => (
        <>
          <Progress value={studyProgress} label={t('order:seat.progressOf', { name: userName })} className="w-36" />
          <span className="text-sm text-muted">
            {[t(`centre:seatState.${of}`), completedOn && dayText(completedOn, locale)].filter(Boolean).join(' · ')}
          </span>
        </>
      ),
    },
    {
      ...{ name: 'expiresAt', label: t('centre:column.expiresAt'), sorts: true },
      value: ({ expiresAt, expired }) => (
        <span className="whitespace-nowrap tabular-nums">
          {expiresAt ? dateText(expiresAt, timeZone, locale) : t('centre:noEnd')}
          {expired && <span className="badge ms-2 badge-ghost badge-sm">{t('centre:expired')}</span>}
        </span>
      ),
    },
    { name: 'act', label: t('centre:column.act'), value: (seat) => <TakeBack seat={seat} onTaken={onTaken} /> },
  ];
  const filter = { part: 'seats', keyword, department };
  return (
    <>
      {!person && (
        <>
          <CentreSums />
          <Choices
            label={t('centre:filter.state')}
            choices={[
              { label: t('order:list.all'), href: link(filter), chosen: !state && !ends },
              ...SEAT_STATES.map((each) => ({
                label: t(`centre:seatState.${each}`),
                ...{ href: link({ ...filter, state: each }), chosen: state === each },
              })),
              ...SEAT_ENDS.map((each) => ({
                label: t(`centre:ends.${each}`),
                ...{ href: link({ ...filter, ends: each }), chosen: ends === each },
              })),
            ]}
          />
          <CentreTools view={view} list="seats" hasRows={Boolean(seats.data?.totalCount)} />
        </>
      )}
      <CentreTable
        label={t('centre:part.seats')}
        query={seats}
        columns={columns}
        keyOf={({ orderId, courseId, userId }) => `${orderId} ${courseId} ${userId}`}
        sort={view.seatSort}
        {...useListLink(view, 'seats')}
      />
    </>
  );
}

function TakeBack({ seat, onTaken }: { seat: Seat; onTaken: () => void }) {
  const t = useT();
  const hydrated = useHydrated();
  const { orderId, courseId, userId, userName } = seat;
  const { run, isPending } = useAction(async () => {
    await api('DELETE /course/auth/order/seat/delete', { orderId, courseId, userId });
    onTaken();
    notify(t('order:seat.takenBack'), 'success');
    invalidate(
      ...(['POST /course/auth/centre/seat/page', 'GET /course/auth/centre/view'] as const),
      ...(['GET /course/auth/centre/person/view', 'POST /course/auth/centre/people/page'] as const),
      ...(['GET /course/auth/order/view', 'POST /course/auth/order/page'] as const),
    );
  });
  if (!seat.canTakeBack) return null;
  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm text-error whitespace-nowrap"
      disabled={!hydrated}
      aria-disabled={isPending}
      onClick={() => void (isPending || run())}
    >
      {t('order:seat.takeBack')}
      <span className="sr-only">{` ${userName}`}</span>
    </button>
  );
}
