import { useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { useLastPage } from '../account-context.ts';
import { accountLink } from '../account-query.ts';
import { RequestRow } from '../requests/Approvals.tsx';
import { type CentreView, seatRequests } from './centre-view.ts';

/** Requests of members for a seat that wait for the organisation account; each leads to its decision. */
export function SeatRequests({ view }: { view: CentreView }) {
  const t = useT();
  const locale = useLocale();
  const requests = useCall(...seatRequests(view));
  useLastPage(requests.data);
  return (
    <>
      <p className="text-sm text-muted">{t('centre:requests.hint')}</p>
      <PagedList
        label={t('centre:part.requests')}
        query={requests}
        empty={
          <EmptyState
            icon="check-circle"
            title={t('centre:requests.none')}
            action={{ href: accountLink(locale, 'approvals')({ flow: 'done' }), label: t('centre:requests.decided') }}
          />
        }
        href={(page) => accountLink(locale, 'centre')({ part: 'requests', page })}
        keyOf={({ id }) => id}
      >
        {(request) => <RequestRow request={request} flow="todo" />}
      </PagedList>
    </>
  );
}
