import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { amountText } from '#src/lib/amount-text.ts';

/** Points total of the dashboard, all years and this year: updated by a check-in. */
function PointsTotal() {
  const t = useT();
  const locale = useLocale();
  const { totalPoints, annualPoints } = useCall('GET /data/auth/user/home/view', {}).data!;
  return (
    <>
      <span className="block text-2xl leading-snug font-semibold tabular-nums">{amountText(totalPoints, locale)}</span>
      <span className="block text-sm text-muted tabular-nums">
        {t('record:stat.thisYear', { value: amountText(annualPoints, locale) })}
      </span>
    </>
  );
}

export default island(({ given }: { given: Given }) => (
  <GivenContext value={given}>
    <PointsTotal />
  </GivenContext>
));
