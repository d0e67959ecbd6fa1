import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';

/** Puts the courses of an order into the cart again and opens it; what is not for sale any more is said before. */
export function RepeatOrder({ orderId }: { orderId: string }) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const [missing, setMissing] = useState<string[]>([]);
  const { run, isPending } = useAction(async () => {
    const repeated = await api('POST /course/auth/order/repeat', { id: orderId });
    setMissing(repeated.missing);
    if (repeated.missing.length === 0) location.assign(href(locale, '/cart'));
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <button
        type="button"
        className="btn btn-sm"
        disabled={!hydrated}
        aria-disabled={isPending}
        onClick={() => void (isPending || run())}
      >
        <Icon name="cart" className="size-4" />
        {t('order:repeat.action')}
      </button>
      <p role="status" className="text-sm empty:hidden">
        {missing.length > 0 && t('order:repeat.missing', { titles: missing.join(t('order:separator')) })}
      </p>
      {missing.length > 0 && (
        <a className="link text-sm" href={href(locale, '/cart')}>
          {t('order:cart.title')}
        </a>
      )}
    </div>
  );
}
