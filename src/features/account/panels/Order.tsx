import { useCall } from '#src/client/query.ts';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { OrderDetail } from '#src/features/cart/OrderDetail.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { useAccount } from '../account-context.ts';
import { accountLink, type ViewOf } from '../account-query.ts';
import { departmentList, orderView } from '../panel-calls.ts';

/** One order of the organisation centre (`change=7&order=`). */
export function Order({ view }: { view: ViewOf<'order'> }) {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = useAccount().viewer;
  const order = useCall(...orderView(view.order));
  const departments = useCall(...departmentList());
  return (
    <>
      <a
        href={accountLink(locale, 'orders')({})}
        className="inline-flex items-center gap-1 self-start text-sm text-muted hover:text-primary"
      >
        <Icon name="chevron-left" className="size-4" />
        {t('order:back')}
      </a>
      <LoadState query={order}>
        {(data) => <OrderDetail order={data} departments={departments.data ?? []} timeZone={timeZone} />}
      </LoadState>
    </>
  );
}
