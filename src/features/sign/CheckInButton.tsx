import { Icon } from '#src/components/Icon.tsx';
import { useHydrated } from '#src/client/use-live.ts';
import { useT } from '#src/i18n/island.tsx';

type Props = {
  signed: boolean;
  /** Points of today's check-in. */
  points: number;
  onCheckIn: () => void;
  className: string;
};

/** Checks in today; afterwards it keeps the focus and shows the done state. */
export function CheckInButton({ signed, points, onCheckIn, className }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  return (
    <button
      type="button"
      disabled={!hydrated}
      aria-disabled={signed ? true : undefined}
      onClick={signed ? undefined : onCheckIn}
      className={`btn btn-primary ${signed ? 'pointer-events-none border-transparent bg-primary-soft text-primary' : ''} ${className}`}
    >
      {signed && <Icon name="check" className="size-4" />}
      {signed
        ? t('record:checkIn.done')
        : points > 0
          ? t('record:checkIn.button', { points })
          : t('record:checkIn.plain')}
    </button>
  );
}
