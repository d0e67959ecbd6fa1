import { type ReactNode, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { OfferedContext } from '#src/client/offered-languages.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { followLink, useSearch } from '#src/client/router.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Avatar } from '#src/components/Avatar.tsx';
import { Choices } from '#src/components/Choices.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { Confirm } from '../kit/Confirm.tsx';
import { History } from '../kit/History.tsx';
import { peopleChanged } from './effects.ts';
import { personView } from './people-list.ts';
import type { PersonData } from './person-form.ts';
import { PersonMenu, usePersonActs } from './PersonMenu.tsx';
import { Certificates, Courses, Exams, Tasks } from './PersonRecords.tsx';
import { SignIns } from './PersonSignIns.tsx';
import { PersonProfile } from './PersonProfile.tsx';
import { PersonRequirements } from './PersonRequirements.tsx';
import { PersonHours } from './PersonHours.tsx';
import { PersonRoles } from './PersonRoles.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { type Tab, tabOf, tabPath, TABS } from './person-tabs.ts';

type Props = {
  userId: string;
  /** Query with which the page was rendered. */
  search: string;
  timeZone: string;
  isAdmin: boolean;
};

/** What the enterprise knows about a member, what they did, and what may be done with them. */
function Person({ userId, search, timeZone, isAdmin }: Props) {
  const t = useT();
  const locale = useLocale();
  const tab = tabOf(useSearch(search));
  const query = useCall(...personView(userId));
  const parts: Record<Tab, (person: PersonData) => ReactNode> = {
    profile: (person) => (
      <>
        <PersonProfile person={person} timeZone={timeZone} />
        {isAdmin && <PersonRoles person={person} timeZone={timeZone} />}
      </>
    ),
    requirements: () => <PersonRequirements {...{ userId, timeZone }} />,
    study: () => (
      <>
        <Courses {...{ userId, timeZone }} />
        <Tasks {...{ userId, timeZone }} />
      </>
    ),
    exams: () => <Exams {...{ userId, timeZone }} />,
    certificates: () => <Certificates {...{ userId, timeZone }} />,
    hours: (person) => <PersonHours person={person} />,
    signIns: () => <SignIns {...{ userId, timeZone }} />,
    history: () => (
      <section className="paper px-4 py-2 sm:px-6" aria-label={t('people:tab.history')}>
        <History kind="person" id={userId} timeZone={timeZone} />
      </section>
    ),
  };
  return (
    <LoadState query={query} lines={8}>
      {(person) => (
        <div className="flex flex-col gap-6">
          <Head {...{ person, isAdmin, timeZone }} />
          <div onClickCapture={followLink}>
            <Choices
              label={t('people:tab.label')}
              // The history is for administrators.
              choices={TABS.filter((each) => isAdmin || each !== 'history').map((each) => ({
                label: t(`people:tab.${each}`),
                href: tabPath(locale, userId, each),
                chosen: each === tab,
              }))}
            />
          </div>
          {parts[tab](person)}
        </div>
      )}
    </LoadState>
  );
}

type HeadProps = { person: PersonData; isAdmin: boolean; timeZone: string };

function Head({ person, isAdmin, timeZone }: HeadProps) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const acts = usePersonActs(timeZone);
  const { userName, employeeNo, department, post, sex, headPortrait, status, erasedAt, transfer } = person;
  return (
    <header className="paper flex flex-col gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name="" sex={sex} src={headPortrait} className="size-16" />
        <div className="min-w-0 grow">
          <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl font-semibold break-words">
            {userName}
            <StatusBadge status={status} />
            {person.isAdmin && (
              <span className="badge badge-soft badge-primary badge-sm">
                {t('organisation:role.name.administrator')}
              </span>
            )}
          </h1>
          <p className="text-muted">
            {[employeeNo, department, post].filter(Boolean).join(' · ') || t('people:person.noPlace')}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {person.canChange && (
            <button
              type="button"
              className="btn btn-primary"
              disabled={!hydrated}
              onClick={() => acts.begin(person, 'edit')}
            >
              <Icon name="edit" className="size-4" />
              {t('people:act.edit')}
            </button>
          )}
          <PersonMenu {...{ person, isAdmin }} onAct={acts.begin} />
        </div>
        {acts.dialog}
      </div>
      {person.mergedInto && (
        <p className="alert alert-soft">
          <span>
            {t('people:merge.into')}{' '}
            <a className="link" href={href(locale, `/admin/people/${person.mergedInto.userId}`)}>
              {person.mergedInto.userName}
            </a>
          </span>
        </p>
      )}
      {person.merged.map(({ userId, userName: name, gmtCreate }) => (
        <p key={userId} className="text-sm text-muted">
          {t('people:merge.from', { at: dateTimeText(gmtCreate, timeZone, locale) })}{' '}
          <a className="link" href={href(locale, `/admin/people/${userId}`)}>
            {name}
          </a>
        </p>
      ))}
      {erasedAt && <p className="alert alert-soft">{t('people:person.erased')}</p>}
      {transfer && <Planned person={person} transfer={transfer} />}
    </header>
  );
}

/** A transfer on a day to come, which can be cancelled. */
function Planned({ person, transfer }: { person: PersonData; transfer: NonNullable<PersonData['transfer']> }) {
  const t = useT();
  const hydrated = useHydrated();
  const [asks, setAsks] = useState(false);
  const place = [transfer.department, transfer.post].filter(Boolean).join(' · ') || t('people:person.noPlace');
  return (
    <div className="alert alert-soft alert-info">
      <p>{t('people:transfer.isPlanned', { day: transfer.onDay, place })}</p>
      {person.canChange && (
        <button type="button" className="btn btn-sm" disabled={!hydrated} onClick={() => setAsks(true)}>
          {t('people:transfer.cancel')}
        </button>
      )}
      {asks && (
        <Confirm
          title={t('people:transfer.cancelTitle')}
          consequences={[t('people:transfer.cancelHint', { name: person.userName })]}
          action={t('people:transfer.cancel')}
          onConfirm={async () => {
            await api('DELETE /user/auth/people/transfer/cancel', { id: transfer.id });
            notify(t('people:transfer.cancelled'), 'success');
            peopleChanged();
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </div>
  );
}

export default island(({ given, languages, ...props }: Props & { given: Given; languages: readonly Locale[] }) => (
  <GivenContext value={given}>
    <OfferedContext value={languages}>
      <Person {...props} />
    </OfferedContext>
  </GivenContext>
));
