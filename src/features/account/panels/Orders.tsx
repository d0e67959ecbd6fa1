import { useCall } from '#src/client/query.ts';
import { Choices } from '#src/components/Choices.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { KeywordField } from '#src/components/KeywordField.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import { OrderRow } from '#src/features/cart/OrderRow.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { useAccount, useLastPage } from '../account-context.ts';
import { accountLink, ORDER_STATES, type ViewOf } from '../account-query.ts';
import { ExportButton } from '../ExportButton.tsx';
import { orderPage } from '../panel-calls.ts';
import { CentreNav } from '../centre/CentreNav.tsx';
import { choicesOf } from './choices-of.ts';

/** The organisation centre (`change=7`): orders, latest first. */
export function Orders({ view }: { view: ViewOf<'orders'> }) {
  const t = useT();
  const locale = useLocale();
  const { viewer } = useAccount();
  const orders = useCall(...orderPage(view));
  useLastPage(orders.data);
  const { state, keyword } = view;
  const link = accountLink(locale, 'orders');
  const text = (value: typeof state) => t(value ? `order:state.${value}` : 'order:list.all');
  const choices = choicesOf({ name: 'state', values: ORDER_STATES, chosen: state, text }, link);
  const empty =
    state || keyword ? (
      <EmptyState
        icon="filter"
        title={t('order:list.filtered')}
        action={{ href: link({}), label: t('order:list.showAll') }}
      />
    ) : (
      <EmptyState
        icon="cart"
        title={t('order:list.empty')}
        hint={t('order:list.emptyHint')}
        action={{ href: href(locale, '/knowledge'), label: t('order:cart.browse') }}
      />
    );
  return (
    <>
      <CentreNav part={null} />
      <div className="flex flex-wrap items-center gap-3">
        <Choices label={t('order:list.state')} choices={choices} className="me-auto" />
        <form
          key={keyword}
          method="get"
          action={href(locale, '/account')}
          role="search"
          className="flex grow gap-2 sm:grow-0"
        >
          <input type="hidden" name="change" value="7" />
          <KeywordField
            value={keyword}
            label={t('order:list.keyword')}
            action={t('order:list.search')}
            className="min-w-0 grow sm:w-64"
          />
        </form>
        {Boolean(orders.data?.totalCount) && (
          <ExportButton call="POST /course/auth/order/export" input={{ state, keyword }} />
        )}
        <a className="btn btn-ghost btn-sm font-normal" href={href(locale, '/admin/export')}>
          <Icon name="users" className="size-4" />
          {t('export:people.title')}
        </a>
        <a className="btn btn-primary btn-sm" href={href(locale, '/cart')}>
          <Icon name="cart" className="size-4" />
          {t('order:cart.title')}
        </a>
      </div>
      <PagedList
        label={t('order:list.title')}
        query={orders}
        empty={empty}
        href={(page) => link({ state, keyword, page })}
        keyOf={({ id }) => id}
      >
        {(order) => (
          <OrderRow
            order={order}
            href={link({ order: order.id })}
            showsBuyer={viewer.isAdmin}
            timeZone={viewer.timeZone}
          />
        )}
      </PagedList>
    </>
  );
}
