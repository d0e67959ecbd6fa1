import { useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { periodText } from '#src/lib/dates.ts';
import { useAccount, useLastPage } from '../account-context.ts';
import { accountLink, type ViewOf } from '../account-query.ts';
import { CLASS_TONES } from '../class-tones.ts';
import { classPage } from '../panel-calls.ts';
import { TrainingKinds } from './TrainingKinds.tsx';

/** Classes with a date (`change=2&kind=classes`): places in offline classes, live classes of the user's courses. */
export function Classes({ view }: { view: ViewOf<'classes'> }) {
  const t = useT();
  const locale = useLocale();
  const classes = useCall(...classPage(view));
  useLastPage(classes.data);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <TrainingKinds current="classes" />
        {Boolean(classes.data?.totalCount) && (
          <a className="btn btn-sm ms-auto font-normal" href={href(locale, '/calendar/classes.ics')} download>
            <Icon name="calendar" className="size-4" />
            {t('record:classes.calendar')}
          </a>
        )}
      </div>
      <PagedList
        label={t('record:classes.title')}
        query={classes}
        empty={
          <EmptyState
            icon="calendar"
            title={t('record:empty.classes.title')}
            hint={t('record:empty.classes.hint')}
            action={{ href: href(locale, '/knowledge'), label: t('record:empty.learning.action') }}
          />
        }
        href={(page) => accountLink(locale, 'classes')({ page })}
        keyOf={({ id }) => id}
      >
        {(each) => <ClassRow each={each} />}
      </PagedList>
    </>
  );
}

function ClassRow({ each }: { each: Data<'POST /data/auth/user/class/page'>['list'][number] }) {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = useAccount().viewer;
  return (
    <div className="group relative px-4 py-4 transition-colors hover:bg-base-200 sm:px-6">
      <p className="flex items-start gap-2">
        <span className={`badge badge-sm mt-1 shrink-0 ${CLASS_TONES[each.state]}`}>
          {t(`record:classes.state.${each.state}`)}
        </span>
        <a
          href={href(locale, each.path)}
          className="line-clamp-2 font-medium group-hover:text-primary after:absolute after:inset-0"
        >
          {each.title}
        </a>
      </p>
      <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
        <time className="tabular-nums" dateTime={each.startAt}>
          {periodText(each, timeZone, locale)}
        </time>
        <span className="break-words">{each.place ?? t('record:classes.online')}</span>
        <span className="break-words">{each.courseTitle}</span>
      </p>
    </div>
  );
}
