import { useEffect, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { reloadAfter } from '#src/client/reload-after.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';
import { moneyText, totalOf } from '#src/lib/money.ts';
import { CartRow, type CartItem } from './CartRow.tsx';
import { PeoplePicker, type Departments } from './PeoplePicker.tsx';

type Props = {
  items: CartItem[];
  departments: Departments;
  submitKey: string;
  locale: Locale;
  /** The enterprise offers orders. */
  ordering: boolean;
};
/** Delay after the last change before the seats are saved, ms. */
const PAUSE = 400;

/** The cart: seats and people for each course, then one order. Changes are saved automatically. */
export default island(function Cart({ items: initial, departments, submitKey, locale, ordering }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const [items, setItems] = useState(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [choosing, setChoosing] = useState<CartItem | null>(null);
  const [reference, setReference] = useState('');
  const [note, setNote] = useState('');
  const [sending, setSending] = useState(false);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const saving = useRef<Promise<unknown>>(Promise.resolve());

  // A cart restored from the back/forward cache may already be ordered.
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);

  const save = ({ courseId, seats, people }: CartItem) => {
    const said = (text = '') => setErrors((before) => ({ ...before, [courseId]: text }));
    const send = () =>
      api('POST /course/auth/order/cart/save', { courseId, seats, userIds: people.map(({ userId }) => userId) }).then(
        () => said(),
        (error: unknown) => {
          said(error instanceof ApiError ? Object.values(error.fields)[0] || error.message : '');
        },
      );
    // Saved sequentially, so that the last change wins.
    saving.current = saving.current.then(send);
    return saving.current;
  };
  const change = (item: CartItem, pause: number) => {
    setItems((before) => before.map((one) => (one.courseId === item.courseId ? item : one)));
    clearTimeout(timers.current.get(item.courseId));
    if (item.seats < 1) return;
    if (item.people.length > item.seats) {
      setErrors((before) => ({ ...before, [item.courseId]: t('order:cart.tooMany') }));
      return;
    }
    timers.current.set(
      item.courseId,
      setTimeout(() => void save(item), pause),
    );
  };
  const remove = async ({ courseId }: CartItem) => {
    await api('DELETE /course/auth/order/cart/delete', { courseId });
    setItems((before) => before.filter((one) => one.courseId !== courseId));
  };

  const total = totalOf(items);
  const currencies = [...new Set(items.map(({ currency }) => currency))];
  const fits = items.every(({ seats, people }) => seats >= 1 && people.length <= seats);
  const submit = async () => {
    setSending(true);
    for (const timer of timers.current.values()) clearTimeout(timer);
    try {
      for (const item of items) await save(item);
      const { id } = await api('POST /course/auth/order/submit', {
        submitKey,
        total,
        currency: currencies[0]!,
        reference: reference.trim() || undefined,
        note: note.trim() || undefined,
      });
      location.assign(href(locale, `/account?change=7&order=${id}`));
    } catch (error) {
      const CONFLICT = 409;
      // The toast has shown the message; the page shows the new state.
      if (error instanceof ApiError && error.code === CONFLICT && currencies.length === 1) reloadAfter(2_500);
      setSending(false);
    }
  };

  if (items.length === 0) {
    return (
      <div className="paper">
        <EmptyState
          icon="cart"
          title={t('order:cart.empty')}
          hint={t('order:cart.emptyHint')}
          action={{ href: href(locale, '/knowledge'), label: t('order:cart.browse') }}
        />
      </div>
    );
  }
  return (
    <fieldset disabled={!hydrated || !ordering} className="grid min-w-0 items-start gap-6 lg:grid-cols-[1fr_20rem]">
      <ul className="paper min-w-0 divide-y divide-base-300">
        {items.map((item) => (
          <CartRow
            key={item.courseId}
            item={item}
            error={errors[item.courseId]}
            locale={locale}
            onSeats={(seats) => change({ ...item, seats }, PAUSE)}
            onChoose={() => setChoosing(item)}
            onRemovePerson={(userId) =>
              change({ ...item, people: item.people.filter((one) => one.userId !== userId) }, 0)
            }
            onRemove={() => void remove(item).catch(() => undefined)}
          />
        ))}
      </ul>
      <form
        className="paper flex flex-col gap-4 p-4 sm:p-6"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <FormField
          label={t('order:cart.reference')}
          hint={t('order:cart.referenceHint')}
          name="reference"
          maxLength={100}
          value={reference}
          onChange={(event) => setReference(event.target.value)}
        />
        <div className="flex flex-col gap-1.5">
          <label htmlFor="order-note" className="text-sm font-medium">
            {t('order:cart.note')}
          </label>
          <textarea
            id="order-note"
            rows={3}
            maxLength={500}
            className="textarea w-full"
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
        {currencies.length > 1 ? (
          <p role="alert" className="text-sm text-error">
            {t('order:cart.oneCurrency')}
          </p>
        ) : (
          <p className="flex items-baseline justify-between gap-3">
            <span className="text-muted">{t('order:cart.total')}</span>
            <output className="text-2xl font-semibold tabular-nums">{moneyText(total, currencies[0]!, locale)}</output>
          </p>
        )}
        <button
          type="submit"
          className="btn btn-primary btn-block"
          disabled={sending || currencies.length > 1 || !fits || items.some(({ forSale }) => !forSale)}
        >
          {t(sending ? 'order:cart.sending' : 'order:cart.submit')}
        </button>
        <p className="text-sm text-muted">{t('order:cart.submitHint')}</p>
      </form>
      {choosing && (
        <PeoplePicker
          courseId={choosing.courseId}
          title={choosing.title}
          seats={choosing.seats}
          chosen={choosing.people}
          departments={departments}
          onClose={() => setChoosing(null)}
          onDone={(people) => {
            change({ ...choosing, people }, 0);
            setChoosing(null);
          }}
        />
      )}
    </fieldset>
  );
});
