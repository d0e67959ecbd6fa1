import '#src/components/choice.css';
import './calendar.css';
import { useState } from 'react';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { PageHead } from '../kit/PageHead.tsx';
import { useList } from '../kit/use-list.ts';
import {
  byDay,
  CALENDAR,
  type Entry,
  KINDS,
  LIST,
  monthAfter,
  OPTIONS,
  plus,
  shownOf,
  VIEWS,
} from './calendar-list.ts';
import { DayGrid } from './DayGrid.tsx';
import { EntryButton } from './EntryButton.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { Rooms } from './Rooms.tsx';
import { SessionPanel } from './SessionPanel.tsx';

type Props = { search: string; today: string; timeZone: string };
type Open = { dialog: 'plan'; day?: string } | { dialog: 'rooms' } | { dialog: 'session'; id: string };

/** Sessions of offline classes and live classes of all courses. */
function ClassCalendar({ search, today, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const isReady = useHydrated();
  const list = useList(CALENDAR, search);
  const { view, day, period, input } = shownOf(list, today);
  const query = useCall(LIST, input);
  const options = useCall(OPTIONS, {});
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const show = (change: typeof list.filter) => list.go({ filter: { ...list.filter, ...change } });
  const step = (by: number) => show({ day: view === 'week' ? plus(day, by * 7) : monthAfter(day, by) });
  const dayText = (text: string, more: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale === 'zh' ? 'zh-CN' : 'en-GB', { timeZone: 'UTC', ...more }).format(
      new Date(`${text}T00:00Z`),
    );
  const heading =
    view === 'week'
      ? `${dayText(period.from, { dateStyle: 'medium' })} – ${dayText(plus(period.until, -1), { dateStyle: 'medium' })}`
      : dayText(day, { year: 'numeric', month: 'long' });
  const select = (name: 'lecturerId' | 'roomId' | 'courseId', choices: readonly { id: string; name: string }[]) => (
    <label className="flex min-w-0 flex-1 basis-40 flex-col gap-1 text-sm">
      {t(`calendar:filter.${name}`)}
      <select
        className="select select-sm w-full"
        value={list.filter[name] ?? ''}
        disabled={!isReady}
        onChange={({ target }) => show({ [name]: target.value || undefined })}
      >
        <option value="">{t('calendar:filter.all')}</option>
        {choices.map(({ id, name: label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
  const entryOf = (entry: Entry, isDetailed: boolean, isStop = true) => (
    <EntryButton
      key={entry.id}
      {...{ entry, timeZone, isDetailed, isReady, isStop }}
      onOpen={({ id }) => setOpen({ dialog: 'session', id })}
    />
  );
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('calendar:title')} hint={t('calendar:intro')}>
        <button type="button" className="btn" disabled={!isReady} onClick={() => setOpen({ dialog: 'rooms' })}>
          {t('calendar:rooms.title')}
        </button>
        <button
          type="button"
          className="btn btn-primary"
          disabled={!isReady}
          onClick={() => setOpen({ dialog: 'plan' })}
        >
          <Icon name="plus" className="size-4" />
          {t('calendar:plan')}
        </button>
      </PageHead>
      <div className="paper flex flex-col gap-4 p-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="flex items-center gap-1">
            <button
              type="button"
              className="btn btn-ghost btn-sm"
              aria-label={t('calendar:before')}
              disabled={!isReady}
              onClick={() => step(-1)}
            >
              <Icon name="chevron-left" className="size-4" />
            </button>
            <h2 className="min-w-32 text-center font-semibold" aria-live="polite">
              {heading}
            </h2>
            <button
              type="button"
              className="btn btn-ghost btn-sm"
              aria-label={t('calendar:after')}
              disabled={!isReady}
              onClick={() => step(1)}
            >
              <Icon name="chevron-right" className="size-4" />
            </button>
            <a className="btn btn-ghost btn-sm" href={list.link({ filter: { ...list.filter, day: undefined } })}>
              {t('calendar:today')}
            </a>
          </div>
          <nav className="flex gap-1" aria-label={t('calendar:view')}>
            {VIEWS.map((each) => (
              <a
                key={each}
                className="choice"
                aria-current={each === view ? 'true' : undefined}
                href={list.link({ filter: { ...list.filter, view: each } })}
              >
                {t(`calendar:views.${each}`)}
              </a>
            ))}
          </nav>
        </div>
        <div className="flex flex-wrap gap-3">
          {select('lecturerId', options.data?.lecturers ?? [])}
          {select('roomId', options.data?.rooms ?? [])}
          {select('courseId', options.data?.courses ?? [])}
          <nav className="flex items-end gap-1" aria-label={t('calendar:filter.kind')}>
            {[undefined, ...KINDS].map((kind) => (
              <a
                key={kind ?? 'all'}
                className="choice"
                aria-current={kind === list.filter.kind ? 'true' : undefined}
                href={list.link({ filter: { ...list.filter, kind } })}
              >
                {kind ? t(`calendar:kind.${kind}`) : t('calendar:filter.all')}
              </a>
            ))}
          </nav>
        </div>
      </div>
      <LoadState query={query}>
        {({ list: entries, isCut }) => {
          const days = byDay(entries, period, timeZone);
          const filled = days.filter(([, each]) => each.length > 0);
          const sum = entries.reduce((total, { cost }) => total + Math.round(cost * 100), 0) / 100;
          return (
            <>
              {isCut && <p className="alert alert-warning alert-soft text-sm">{t('calendar:cut')}</p>}
              {view !== 'list' && (
                <DayGrid
                  label={heading}
                  {...{ days, view, day, today, isReady, dayText }}
                  entryOf={(entry, isStop) => entryOf(entry, view === 'week', isStop)}
                  onPlan={(each) => setOpen({ dialog: 'plan', day: each })}
                  onGo={(each) => show({ day: each })}
                />
              )}
              <div className={`flex flex-col gap-4 ${view === 'list' ? '' : 'md:hidden'}`}>
                {filled.map(([each, of]) => (
                  <section key={each} className="paper flex flex-col gap-2 p-4">
                    <h3 className="text-sm font-semibold">{dayText(each, { dateStyle: 'full' })}</h3>
                    {of.map((entry) => entryOf(entry, true))}
                  </section>
                ))}
              </div>
              {filled.length === 0 && (
                <EmptyState icon="calendar" title={t('calendar:empty')} hint={t('calendar:emptyHint')} />
              )}
              {sum > 0 && <p className="text-sm">{t('calendar:sum', { amount: sum.toFixed(2) })}</p>}
            </>
          );
        }}
      </LoadState>
      <p className="text-sm text-muted">
        <a className="link" href={href(locale, '/account/sessions')}>
          {t('calendar:run')}
        </a>
      </p>
      {open?.dialog === 'plan' && options.data && (
        <PlanDialog options={options.data} timeZone={timeZone} day={open.day} onClose={close} />
      )}
      {open?.dialog === 'rooms' && <Rooms timeZone={timeZone} onClose={close} />}
      {open?.dialog === 'session' && options.data && (
        <SessionPanel key={open.id} id={open.id} options={options.data} timeZone={timeZone} onClose={close} />
      )}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <ClassCalendar {...props} />
  </GivenContext>
));
