import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { $cart } from '#src/client/session.store.ts';
import { setCart } from '#src/client/session-state.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';

type Props = {
  courseId: string;
  /** Whether the course is in the cart already. */
  inCart: boolean;
};

/** Adds a course to the cart of an organisation account or administrator. */
export function AddToCart({ courseId, inCart }: Props) {
  const t = useT();
  const locale = useLocale();
  const [chosen, setIn] = useState(inCart);
  const count = useStore($cart, { ssr: () => 1 });
  const { run, isPending } = useAction(async () => {
    setIn(true);
    try {
      setCart((await api('POST /course/auth/order/cart/save', { courseId })).count);
      notify(t('course:buy.added'), 'success');
    } catch (error) {
      setIn(false);
      throw error;
    }
  });
  // An order submitted in another tab empties the cart.
  const isIn = chosen && (isPending || count > 0);
  return (
    <div className="flex flex-col gap-2">
      <button
        type="button"
        // Stays focusable, so that screen readers announce the result.
        aria-disabled={isPending || isIn}
        onClick={() => {
          if (!isIn) void run();
        }}
        className="btn btn-outline btn-primary btn-block aria-disabled:cursor-default"
      >
        <Icon name={isIn ? 'check' : 'plus'} />
        {t(isIn ? 'course:buy.inCart' : 'course:buy.add')}
      </button>
      <a className="btn btn-ghost btn-sm btn-block" href={href(locale, '/cart')}>
        {t('course:buy.toCart')}
      </a>
    </div>
  );
}
