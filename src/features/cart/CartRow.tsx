import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';
import { moneyText, totalOf } from '#src/lib/money.ts';

export type CartItem = Data<'GET /course/auth/order/cart/list'>['list'][number];
const MOST_SEATS = 1000;

type Props = {
  item: CartItem;
  /** Error of the server. */
  error?: string;
  locale: Locale;
  onSeats: (seats: number) => void;
  onChoose: () => void;
  onRemovePerson: (userId: string) => void;
  onRemove: () => void;
};

/** One course in the cart: its seats, and the people chosen for them. */
export function CartRow({ item, error, locale, onSeats, onChoose, onRemovePerson, onRemove }: Props) {
  const t = useT();
  const { title, seats, people } = item;
  return (
    <li className="flex flex-col gap-3 p-4 sm:p-6" aria-label={title}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="flex min-w-0 grow basis-60 items-start gap-3">
          <div className="min-w-0 grow">
            <a
              className="font-medium break-words hover:text-primary"
              href={href(locale, `/knowledge/course/${item.courseId}`)}
            >
              {title}
            </a>
            <p className="text-sm text-muted tabular-nums">
              {moneyText(item.price, item.currency, locale)} {t('order:cart.perSeat')}
            </p>
          </div>
          <button
            type="button"
            className="btn btn-ghost btn-sm btn-square text-error"
            aria-label={t('order:cart.remove', { title })}
            onClick={onRemove}
          >
            <Icon name="trash" />
          </button>
        </div>
        <label className="flex grow items-center gap-2 text-sm sm:grow-0">
          {t('order:cart.seats')}
          <input
            type="number"
            min={Math.max(1, people.length)}
            max={MOST_SEATS}
            value={seats || ''}
            onChange={(event) =>
              onSeats(Math.min(MOST_SEATS, Math.max(0, Math.floor(event.target.valueAsNumber || 0))))
            }
            className="input w-24 tabular-nums"
          />
        </label>
        <p className="min-w-28 text-end font-semibold tabular-nums">
          {moneyText(totalOf([item]), item.currency, locale)}
        </p>
      </div>
      {!item.forSale && (
        <p role="alert" className="text-sm text-error">
          {t('order:cart.gone')}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {people.map((one) => (
          <span key={one.userId} className="badge badge-lg badge-soft gap-1 pe-1">
            {one.userName}
            <button
              type="button"
              className="grid size-6 place-items-center rounded-full hover:bg-base-300"
              aria-label={t('order:cart.removePerson', { name: one.userName })}
              onClick={() => onRemovePerson(one.userId)}
            >
              <Icon name="close" className="size-3.5" />
            </button>
          </span>
        ))}
        <button
          type="button"
          className="btn btn-sm"
          onClick={onChoose}
          aria-label={t('order:cart.chooseFor', { title })}
        >
          <Icon name="users" className="size-4" />
          {t('order:cart.choose')}
        </button>
        <span className="text-sm text-muted tabular-nums">
          {t('order:cart.chosen', { chosen: people.length, seats })}
        </span>
      </div>
      {error && (
        <p role="alert" className="text-sm text-error">
          {error}
        </p>
      )}
    </li>
  );
}
