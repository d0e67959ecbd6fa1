import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { Choices } from '#src/components/Choices.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { KeywordField } from '#src/components/KeywordField.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { type Desk, deskLink, deskPage } from './desk-query.ts';

type Props = { desk: Desk; timeZone: string; isAdmin: boolean };

/** The exams of the enterprise, with their search. */
function ExamDesk({ desk, timeZone, isAdmin }: Props) {
  const t = useT();
  const locale = useLocale();
  const exams = useCall(...deskPage(desk));
  const moment = (at: string) => dateTimeText(at, timeZone, locale);
  const { published, keyword } = desk;
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold">{t('exam:admin.list')}</h1>
          <p className="mt-1 text-muted">{t(isAdmin ? 'exam:admin.listHint' : 'exam:admin.ownListHint')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <a className="btn btn-outline" href={href(locale, '/admin/rehearsal')}>
            {t('exam:admin.rehearse')}
          </a>
          <a className="btn btn-primary" href={href(locale, '/admin/exams/edit')}>
            <Icon name="plus" className="size-4" />
            {t('exam:admin.new')}
          </a>
        </div>
      </header>
      <div className="flex flex-wrap items-center gap-3">
        <Choices
          label={t('exam:admin.state')}
          className="me-auto"
          choices={[undefined, true, false].map((each) => ({
            label: t(each === undefined ? 'exam:admin.all' : each ? 'exam:admin.isPublished' : 'exam:admin.isDraft'),
            href: deskLink(locale, { keyword, published: each }),
            chosen: each === published,
          }))}
        />
        <form method="get" action={href(locale, '/admin/exams')} role="search" className="flex gap-2">
          {published !== undefined && <input type="hidden" name="published" value={String(published)} />}
          <KeywordField
            value={keyword}
            label={t('exam:admin.keyword')}
            action={t('exam:admin.search')}
            className="w-52"
          />
        </form>
      </div>
      <PagedList
        label={t('exam:admin.list')}
        query={exams}
        keyOf={({ id }) => id}
        href={(page) => deskLink(locale, { ...desk, page })}
        empty={<EmptyState icon="exam" title={t('exam:admin.empty')} hint={t('exam:admin.emptyHint')} />}
      >
        {(exam) => (
          <div className="group relative flex flex-col gap-2 px-4 py-4 transition-colors hover:bg-base-200 sm:flex-row sm:items-center sm:px-6">
            <div className="min-w-0 grow">
              <p className="flex flex-wrap items-center gap-2">
                <a
                  className="font-medium break-words group-hover:text-primary after:absolute after:inset-0"
                  href={href(locale, `/admin/exams/edit?id=${exam.id}`)}
                >
                  {exam.title}
                </a>
                <span className={`badge badge-soft badge-sm ${exam.published ? 'badge-success' : ''}`}>
                  {t(exam.published ? 'exam:admin.isPublished' : 'exam:admin.isDraft')}
                </span>
                {exam.running > 0 && (
                  <span className="badge badge-soft badge-sm badge-warning">
                    {t('exam:admin.runningNow', { count: exam.running })}
                  </span>
                )}
              </p>
              <p className="mt-1 text-sm text-muted tabular-nums">
                {moment(exam.windowStart)} – {moment(exam.windowEnd)}
              </p>
            </div>
            <p className="shrink-0 text-sm text-muted sm:text-end">
              {t(`exam:admin.paperKindOf.${exam.paperKind}`)} ·{' '}
              {t('exam:admin.questionCount', { count: exam.questionCount })}
              <span className="block">
                {t(`exam:admin.audienceOf.${exam.audience}`)} · {t('exam:admin.takers', { count: exam.takers })}
              </span>
            </p>
          </div>
        )}
      </PagedList>
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <ExamDesk {...props} />
  </GivenContext>
));
