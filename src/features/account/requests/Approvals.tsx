import '#src/components/choice.css';
import { useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { KeywordField } from '#src/components/KeywordField.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { FLOW_TYPES } from '#src/contract/rules/flow.ts';
import { moneyText } from '#src/lib/money.ts';
import { useAccount, useLastPage } from '../account-context.ts';
import { accountLink, FLOWS, type ViewOf } from '../account-query.ts';
import { ExportButton } from '../ExportButton.tsx';
import { requestPage, undoCount } from '../panel-calls.ts';
import { FLOW_ICONS, type Instance } from './flow-status.ts';
import { FlowState } from './FlowState.tsx';
import { useSeen } from './use-seen.ts';

/** Requests (`change=6`): to decide, decided, and own requests. */
export function Approvals({ view }: { view: ViewOf<'approvals'> }) {
  const t = useT();
  const locale = useLocale();
  const requests = useCall(...requestPage(view));
  useLastPage(requests.data);
  const { flow, flowType, keyword } = view;
  const link = accountLink(locale, 'approvals');
  const isOwn = flow === 'mine' && !requests.isPrevious;
  const unseen = isOwn ? requests.data?.list.filter((request) => request.unseen).map(({ id }) => id) : [];
  useSeen('PUT /user/auth/flow/instance/see', unseen ?? []);
  const empty =
    flowType || keyword ? (
      <EmptyState
        icon="filter"
        title={t('flow:empty.filtered')}
        action={{ href: link({ flow }), label: t('flow:empty.showAll') }}
      />
    ) : (
      <EmptyState
        icon={flow === 'todo' ? 'check-circle' : 'list'}
        title={t(`flow:empty.${flow}`)}
        hint={t(`flow:emptyHint.${flow}`)}
        action={flow === 'mine' ? { href: href(locale, '/knowledge'), label: t('flow:empty.browse') } : undefined}
      />
    );
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Flows view={view} />
        <RequestSearch key={`${flow} ${flowType} ${keyword}`} view={view} />
        {Boolean(requests.data?.totalCount) && (
          <ExportButton call="POST /user/auth/flow/instance/export" input={{ flow, flowType, keyword }} />
        )}
      </div>
      <PagedList
        label={t(`flow:tab.${flow}`)}
        query={requests}
        empty={empty}
        href={(page) => link({ flow, flowType, keyword, page })}
        keyOf={({ id }) => id}
      >
        {(request) => <RequestRow request={request} flow={flow} />}
      </PagedList>
    </>
  );
}

/** The three lists, with the number of pending requests. */
function Flows({ view: { flow } }: { view: ViewOf<'approvals'> }) {
  const t = useT();
  const link = accountLink(useLocale(), 'approvals');
  const undo = useCall(...undoCount());
  const waiting = undo.data?.totalCount ?? 0;
  return (
    <nav aria-label={t('flow:title')} className="me-auto">
      <ul className="flex flex-wrap gap-2">
        {FLOWS.map((each) => (
          <li key={each}>
            <a href={link({ flow: each })} aria-current={each === flow ? 'true' : undefined} className="choice">
              {t(`flow:tab.${each}`)}
              {each === 'todo' && waiting > 0 && <span className="badge badge-sm tabular-nums">{waiting}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A GET form: it works without JavaScript. */
function RequestSearch({ view: { flow, flowType, keyword } }: { view: ViewOf<'approvals'> }) {
  const t = useT();
  const locale = useLocale();
  return (
    <form
      method="get"
      action={href(locale, '/account')}
      role="search"
      className="flex w-full flex-wrap gap-2 sm:w-auto"
    >
      <input type="hidden" name="change" value="6" />
      <input type="hidden" name="flow" value={flow} />
      <select
        name="flowType"
        defaultValue={flowType}
        className="select select-sm w-auto grow sm:grow-0"
        aria-label={t('flow:filter.type')}
      >
        <option value="">{t('flow:filter.allTypes')}</option>
        {FLOW_TYPES.map((type) => (
          <option key={type} value={type}>
            {t(`flow:type.${type}`)}
          </option>
        ))}
      </select>
      <KeywordField value={keyword} label={t('flow:filter.keyword')} action={t('flow:filter.search')} />
    </form>
  );
}

type RowProps = { request: Instance; flow: ViewOf<'approvals'>['flow'] };

export function RequestRow({ request, flow }: RowProps) {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = useAccount().viewer;
  const { detail } = request;
  return (
    <div className="relative flex items-start gap-4 px-4 py-4 transition-colors hover:bg-base-200 sm:px-6">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-primary-soft text-primary max-sm:hidden">
        <Icon name={FLOW_ICONS[request.flowType]} />
      </span>
      <div className="min-w-0 grow">
        <p className="flex items-start gap-2">
          {flow === 'mine' && request.unseen && (
            <span className="badge badge-sm badge-soft badge-error mt-1 shrink-0">{t('flow:new')}</span>
          )}
          <a
            href={accountLink(locale, 'approvals')({ flow, id: request.id })}
            className="line-clamp-2 font-medium break-words after:absolute after:inset-0 hover:text-primary"
          >
            {request.title}
          </a>
        </p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
          <span>{t(`flow:type.${request.flowType}`)}</span>
          {request.concernsName && <span>{t('flow:concerns', { name: request.concernsName })}</span>}
          {flow !== 'mine' && <span>{[request.applicantName, request.department].filter(Boolean).join(' · ')}</span>}
          {detail.orderNo && <span className="tabular-nums">{detail.orderNo}</span>}
          {detail.currency && (
            <span className="tabular-nums">{moneyText(detail.total ?? 0, detail.currency, locale)}</span>
          )}
          <time dateTime={request.gmtCreate}>{dateTimeText(request.gmtCreate, timeZone, locale)}</time>
        </p>
        {detail.note && <p className="mt-1 line-clamp-2 text-sm break-words">{detail.note}</p>}
      </div>
      <FlowState request={request} />
    </div>
  );
}
