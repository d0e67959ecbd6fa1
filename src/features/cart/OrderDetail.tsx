import { Fragment } from 'react';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { OrderItems } from './OrderItems.tsx';
import { RepeatOrder } from './RepeatOrder.tsx';
import { OrderState } from './OrderState.tsx';
import type { Departments } from './PeoplePicker.tsx';
import { Seats } from './Seats.tsx';

type Props = {
  order: Data<'GET /course/auth/order/view'>;
  departments: Departments;
  timeZone: string;
};

/** An order with its courses and the holders of its seats. */
export function OrderDetail({ order, departments, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const time = (moment: string) => dateTimeText(moment, timeZone, locale);
  const facts = [
    { name: t('order:fact.buyer'), value: order.buyerName },
    { name: t('order:fact.ordered'), value: time(order.gmtCreate) },
    { name: t('order:fact.decided'), value: order.decidedAt && time(order.decidedAt) },
    { name: t('order:fact.reason'), value: order.reason },
    { name: t('order:fact.note'), value: order.note },
    { name: t('order:fact.invoice'), value: order.invoice && invoiceText(order.invoice, t) },
  ].filter(({ value }) => value);
  return (
    <>
      <section className="paper flex flex-col gap-4 p-4 sm:p-6" aria-labelledby="order">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 id="order" className="text-xl font-semibold tabular-nums">
            {order.orderNo}
          </h2>
          <OrderState state={order.state} />
          {order.instanceId && (
            <a
              className="link ms-auto text-sm"
              href={href(locale, `/account?change=6&flow=mine&id=${order.instanceId}`)}
            >
              {t('order:seeRequest')}
            </a>
          )}
        </div>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
          {facts.map(({ name, value }) => (
            <Fragment key={name}>
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 break-words whitespace-pre-line">{value}</dd>
            </Fragment>
          ))}
        </dl>
        <OrderItems order={order} />
        {order.mine && <RepeatOrder orderId={order.id} />}
      </section>
      {order.canAssign
        ? order.items.map((item) => (
            <Seats key={item.courseId} orderId={order.id} item={item} departments={departments} timeZone={timeZone} />
          ))
        : order.state === 'pending' && <p className="text-sm text-muted">{t('order:opensWhenApproved')}</p>}
    </>
  );
}

type Invoice = NonNullable<Props['order']['invoice']>;
const LINES = ['taxNumber', 'address', 'phone', 'bank', 'bankAccount'] as const;

/** Invoice data, a line each. */
const invoiceText = (invoice: Invoice, t: ReturnType<typeof useT>): string =>
  [
    invoice.title,
    ...LINES.filter((name) => invoice[name]).map((name) =>
      t('order:invoice.line', { name: t(`order:invoice.${name}`), value: invoice[name] }),
    ),
  ].join('\n');
