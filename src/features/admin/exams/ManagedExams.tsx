import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Moment } from '../kit/Moment.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { RowCommand } from '../kit/RowCommand.tsx';
import { Table } from '../kit/Table.tsx';
import { useList } from '../kit/use-list.ts';
import { examPage, EXAMS } from './exam-list.ts';

type Listed = Data<'POST /exam/auth/exam/admin/page'>['list'][number];
type Props = { search: string; timeZone: string; isAdmin: boolean };

/** The exams of the enterprise, with their search. */
function ManagedExams({ search, timeZone, isAdmin }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(EXAMS, search);
  const exams = useCall(...examPage(list));
  const isDeleted = list.filter.published === 'deleted';
  const restore = useAction(async (id: string) => {
    await api('PUT /exam/auth/exam/admin/delete', { id, deleted: false });
    notify(t('editing:done.restore'), 'success');
    location.assign(href(locale, `/admin/exams/edit?id=${id}`));
  });
  const actions = ({ id, title }: Listed) => (
    <RowCommand label={t('editing:action.restore')} name={title} onRun={() => void restore.run(id)} />
  );
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('exam:admin.list')} hint={t(isAdmin ? 'exam:admin.listHint' : 'exam:admin.ownListHint')}>
        <a className="btn border-base-300 bg-base-100" href={href(locale, '/admin/exams/schedule')}>
          <Icon name="calendar" className="size-4" />
          {t('exam:schedule.open')}
        </a>
        <a className="btn btn-primary" href={href(locale, '/admin/exams/edit')}>
          <Icon name="plus" className="size-4" />
          {t('exam:admin.new')}
        </a>
      </PageHead>
      <Table
        label={t('exam:admin.list')}
        list={list}
        query={exams}
        keyOf={({ id }) => id}
        keyword={t('exam:admin.keyword')}
        filters={[
          {
            name: 'published',
            label: t('exam:admin.state'),
            options: [
              ['true', t('exam:admin.isPublished')],
              ['false', t('exam:admin.isDraft')],
              ['deleted', t('editing:state.deleted')],
            ],
          },
        ]}
        columns={[
          {
            id: 'title',
            title: t('exam:admin.title'),
            sort: 'title',
            isMain: true,
            cell: ({ id, title }) =>
              isDeleted ? (
                <span className="font-medium">{title}</span>
              ) : (
                <a className="font-medium hover:text-primary" href={href(locale, `/admin/exams/${id}`)}>
                  {title}
                </a>
              ),
          },
          {
            id: 'state',
            title: t('exam:admin.state'),
            cell: ({ published, running, deletedAt }) => (
              <span className="flex flex-wrap gap-1">
                <span
                  className={`badge badge-soft badge-sm whitespace-nowrap ${isDeleted ? 'badge-error' : published ? 'badge-success' : ''}`}
                >
                  {isDeleted
                    ? t('editing:state.deleted')
                    : t(published ? 'exam:admin.isPublished' : 'exam:admin.isDraft')}
                </span>
                {deletedAt && <Moment at={deletedAt} timeZone={timeZone} />}
                {running > 0 && (
                  <span className="badge badge-soft badge-sm whitespace-nowrap badge-warning">
                    {t('exam:admin.runningNow', { count: running })}
                  </span>
                )}
              </span>
            ),
          },
          {
            id: 'from',
            title: t('exam:admin.windowStart'),
            sort: 'windowStart',
            isLatestFirst: true,
            cell: ({ windowStart }) => <Moment at={windowStart} timeZone={timeZone} />,
          },
          {
            id: 'to',
            title: t('exam:admin.windowEnd'),
            sort: 'windowEnd',
            isLatestFirst: true,
            cell: ({ windowEnd }) => <Moment at={windowEnd} timeZone={timeZone} />,
          },
          {
            id: 'paper',
            title: t('exam:admin.paperKind'),
            isRoomy: true,
            cell: ({ paperKind, questionCount }) =>
              `${t(`exam:admin.paperKindOf.${paperKind}`)} · ${t('exam:admin.questionCount', { count: questionCount })}`,
          },
          {
            id: 'audience',
            title: t('exam:admin.audience'),
            isRoomy: true,
            cell: ({ audience }) => t(`exam:admin.audienceOf.${audience}`),
          },
          { id: 'takers', title: t('exam:admin.people'), isNumber: true, cell: ({ takers }) => takers },
        ]}
        {...(isDeleted && { actions })}
        empty={<EmptyState icon="exam" title={t('exam:admin.empty')} hint={t('exam:admin.emptyHint')} />}
      />
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <ManagedExams {...props} />
  </GivenContext>
));
