import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateText } from '#src/lib/dates.ts';
import { moneyText } from '#src/lib/money.ts';
import { OrderState } from './OrderState.tsx';

type Props = {
  order: Data<'POST /course/auth/order/page'>['list'][number];
  href: string;
  /** Administrators see all orders. */
  showsBuyer: boolean;
  timeZone: string;
};

/** One order in a list. */
export function OrderRow({ order, href, showsBuyer, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="relative flex flex-wrap items-start gap-x-6 gap-y-2 px-4 py-4 transition-colors hover:bg-base-200 sm:px-6">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <a href={href} className="font-medium tabular-nums after:absolute after:inset-0 hover:text-primary">
            {order.orderNo}
          </a>
          <OrderState state={order.state} />
        </p>
        <p className="mt-1 line-clamp-2 text-sm break-words">{order.courses.join(' · ')}</p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
          {showsBuyer && <span>{order.buyerName}</span>}
          {order.reference && <span className="break-all">{order.reference}</span>}
          <time dateTime={order.gmtCreate}>{dateText(order.gmtCreate, timeZone, locale)}</time>
        </p>
      </div>
      <div className="text-sm sm:text-end">
        <p className="font-semibold tabular-nums">{moneyText(order.total, order.currency, locale)}</p>
        <p className="text-muted tabular-nums">
          {t('order:seatsAssigned', { assigned: order.assigned, seats: order.seats })}
        </p>
      </div>
    </div>
  );
}
