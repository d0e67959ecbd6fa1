import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { moneyText } from '#src/lib/money.ts';

/** The ordered courses with the selected people, for the approver. */
export function OrderItems({ order }: { order: Data<'GET /course/auth/order/view'> }) {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="rounded-box border border-base-300">
      <ul className="divide-y divide-base-300">
        {order.items.map((item) => (
          <li key={item.courseId} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 py-3">
            <div className="min-w-0 grow basis-52">
              <a className="break-words hover:text-primary" href={href(locale, `/knowledge/course/${item.courseId}`)}>
                {item.title}
              </a>
              {item.people.length > 0 && (
                <p className="text-sm break-words text-muted">
                  {t('order:item.for', {
                    names: item.people.map(({ userName }) => userName).join(t('order:separator')),
                  })}
                </p>
              )}
            </div>
            <p className="grow text-sm text-muted tabular-nums sm:grow-0">
              {t('order:item.seatsAt', { price: moneyText(item.price, order.currency, locale), seats: item.seats })}
            </p>
            <p className="min-w-24 text-end tabular-nums">{moneyText(item.amount, order.currency, locale)}</p>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-t border-base-300 px-4 py-3">
        <p className="grow text-sm text-muted">
          {order.reference && <span className="break-all">{`${t('order:fact.reference')} ${order.reference}`}</span>}
        </p>
        <p>
          <span className="me-3 text-sm text-muted">{t('order:cart.total')}</span>
          <span className="font-semibold tabular-nums">{moneyText(order.total, order.currency, locale)}</span>
        </p>
      </div>
    </div>
  );
}
