import { Fragment, useRef } from 'react';
import { useCall } from '#src/client/query.ts';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import type { Data } from '#src/contract/calls.ts';
import { OrderItems } from '#src/features/cart/OrderItems.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { moneyText } from '#src/lib/money.ts';
import { useAccount } from '../account-context.ts';
import { accountLink, hasOrganisationCentre, type ViewOf } from '../account-query.ts';
import { orderView, requestLog, requestView } from '../panel-calls.ts';
import { AppealEffect } from './AppealEffect.tsx';
import { Decision } from './Decision.tsx';
import { ErasurePlan } from './ErasurePlan.tsx';
import { isLinked, subjectPath } from './flow-status.ts';
import { FlowState } from './FlowState.tsx';
import { Steps } from './Steps.tsx';
import { useSeen } from './use-seen.ts';

type Request = Data<'GET /user/auth/flow/instance/view'>;

/** One request (`change=6&id=`): content, history and actions. */
export function FlowDetail({ view }: { view: ViewOf<'request'> }) {
  const t = useT();
  const locale = useLocale();
  const { viewer } = useAccount();
  const request = useCall(...requestView(view));
  const isNews = request.data?.unseen && request.data.applicantId === viewer.id;
  useSeen('PUT /user/auth/flow/instance/see', isNews ? [view.id] : []);
  return (
    <>
      <a
        href={accountLink(locale, 'approvals')({ flow: view.flow })}
        className="inline-flex items-center gap-1 self-start text-sm text-muted hover:text-primary"
      >
        <Icon name="chevron-left" className="size-4" />
        {t('flow:back')}
      </a>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
        <LoadState query={request}>{(data) => <RequestSection request={data} />}</LoadState>
        {request.data && (
          <div className="flex min-w-0 flex-col gap-6">
            {request.data.steps.length > 0 && <Steps request={request.data} />}
            <History view={view} isPending={request.data.state === 'pending'} />
          </div>
        )}
      </div>
    </>
  );
}

function RequestSection({ request }: { request: Request }) {
  const t = useT();
  const locale = useLocale();
  const { viewer } = useAccount();
  const heading = useRef<HTMLHeadingElement>(null);
  const { detail } = request;
  const facts = [
    { name: t('flow:fact.applicant'), value: [request.applicantName, request.department].filter(Boolean).join(' · ') },
    { name: t('flow:fact.applied'), value: dateTimeText(request.gmtCreate, viewer.timeZone, locale) },
    { name: t('flow:fact.concerns'), value: request.concernsName },
    { name: t('flow:fact.certificateNo'), value: detail.certificateNo },
    { name: t('flow:fact.ledger'), value: detail.reverseCredits && t('flow:fact.reverseCredits') },
    { name: t('flow:fact.oldName'), value: detail.oldName },
    { name: t('flow:fact.newName'), value: detail.newName },
    { name: t('flow:fact.issuedOn'), value: detail.issuedOn },
    {
      name: t('flow:fact.expiresOn'),
      value: detail.expiresOn === 'never' ? t('flow:fact.neverExpires') : detail.expiresOn,
    },
    { name: t('flow:fact.course'), value: detail.courseTitle },
    { name: t('flow:fact.orderNo'), value: detail.orderNo },
    { name: t('flow:fact.seats'), value: detail.seats },
    { name: t('flow:fact.total'), value: detail.currency && moneyText(detail.total ?? 0, detail.currency, locale) },
  ].filter(({ value }) => value);
  return (
    <section className="paper flex min-w-0 flex-col gap-4 p-4 sm:p-6" aria-labelledby="request">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <p className="text-sm text-muted">{t(`flow:type.${request.flowType}`)}</p>
          <h2 id="request" ref={heading} tabIndex={-1} className="text-xl font-semibold break-words outline-none">
            {request.title}
          </h2>
        </div>
        <FlowState request={request} />
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        {facts.map(({ name, value }) => (
          <Fragment key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </Fragment>
        ))}
      </dl>
      {detail.note && (
        <p className="rounded-box bg-base-200 p-3 text-sm break-words whitespace-pre-line">{detail.note}</p>
      )}
      {isLinked(request) && request.flowType === 'order'
        ? hasOrganisationCentre(viewer) && <OrderOfRequest request={request} />
        : isLinked(request) && <SubjectLink request={request} />}
      {request.flowType === 'appeal' && <AppealEffect id={request.id} />}
      {request.flowType === 'memberErasure' && request.canDecide && viewer.isAdmin && (
        <ErasurePlan userId={request.subjectId} />
      )}
      {request.noApprover && (
        <p role="status" className="alert alert-warning">
          <Icon name="warning" />
          {t('flow:noApprover')}
        </p>
      )}
      {(request.canDecide || request.canWithdraw) && (
        <Decision request={request} onDone={() => heading.current?.focus()} />
      )}
    </section>
  );
}

/** Link to the subject of the request. */
function SubjectLink({ request }: { request: Parameters<typeof subjectPath>[0] }) {
  const t = useT();
  return (
    <a className="link self-start text-sm" href={href(useLocale(), subjectPath(request))}>
      {t(`flow:see.${request.flowType}`)}
    </a>
  );
}

/** The ordered items, if the user may see the order; not every approver may. */
function OrderOfRequest({ request }: { request: Parameters<typeof subjectPath>[0] }) {
  const order = useCall(...orderView(request.subjectId));
  const NOT_FOUND = 404;
  if (order.data === null || order.error?.code === NOT_FOUND) return null;
  return (
    <LoadState query={order} lines={1}>
      {(data) => (
        <>
          <SubjectLink request={request} />
          <OrderItems order={data} />
        </>
      )}
    </LoadState>
  );
}

function History({ view, isPending }: { view: ViewOf<'request'>; isPending: boolean }) {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = useAccount().viewer;
  const log = useCall(...requestLog(view));
  return (
    <section className="paper p-4 sm:p-6" aria-labelledby="history">
      <h2 id="history" className="mb-4 font-semibold">
        {t('flow:history')}
      </h2>
      <LoadState query={log}>
        {({ list }) => (
          <ol className="flex flex-col gap-4 border-s-2 border-base-300 ps-4">
            {list.map((line) => (
              <li key={line.id} className="text-sm">
                <p>
                  <span className="font-medium">{t(`flow:action.${line.action}`)}</span>
                  <span className="ms-2">{line.userName}</span>
                </p>
                <time dateTime={line.gmtCreate} className="text-muted">
                  {dateTimeText(line.gmtCreate, timeZone, locale)}
                </time>
                {line.comment && (
                  <p className="mt-1 rounded-box bg-base-200 p-2 break-words whitespace-pre-line">{line.comment}</p>
                )}
              </li>
            ))}
            {isPending && <li className="text-sm text-muted">{t('flow:waiting')}</li>}
          </ol>
        )}
      </LoadState>
    </section>
  );
}
