import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { links } from '#src/features/account/links.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { CheckInButton } from './CheckInButton.tsx';
import { longDay } from './day-names.ts';

type Props = {
  checkIns: Data<'GET /data/auth/user/sign/month/view'>;
  onCheckIn: () => void;
};

/** Today's check-in beside the calendar: the button, the streak, and the rules. */
export function CheckInToday({ checkIns, onCheckIn }: Props) {
  const t = useT();
  const locale = useLocale();
  const { today, streak, signed, points, longestStreak, totalDays, offered, rules } = checkIns;
  const figures = [
    { label: t('record:checkIn.longest'), value: longestStreak },
    { label: t('record:checkIn.totalDays'), value: totalDays },
  ];
  return (
    <div className="flex flex-col gap-6">
      <section className="paper p-4 sm:p-6" aria-labelledby="today">
        <h2 id="today" className="text-sm text-muted">
          {longDay(today, locale)}
        </h2>
        <p className="mt-2 flex items-baseline gap-2">
          <strong className="text-5xl font-semibold text-primary tabular-nums">{streak}</strong>
          <span className="text-muted">{t('record:checkIn.streak')}</span>
        </p>
        {offered ? (
          <CheckInButton signed={signed} points={points} onCheckIn={onCheckIn} className="mt-4 w-full" />
        ) : (
          <p className="mt-4 text-sm text-muted">{t('record:checkIn.off')}</p>
        )}
        <dl className="mt-6 grid grid-cols-2 gap-4 border-t border-base-300 pt-4">
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="text-xl font-semibold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {offered && <Rules rules={rules} />}
    </div>
  );
}

function Rules({ rules }: Pick<Props['checkIns'], 'rules'>) {
  const t = useT();
  const locale = useLocale();
  const texts = rules
    ? [
        t('record:checkIn.rule.daily', { points: rules.points }),
        ...(rules.bonusPoints > 0
          ? [t('record:checkIn.rule.bonus', { days: rules.bonusEvery, points: rules.bonusPoints })]
          : []),
        t('record:checkIn.rule.gap'),
      ]
    : [t('record:checkIn.rule.plain')];
  return (
    <section className="paper p-4 sm:p-6" aria-labelledby="rules">
      <h2 id="rules" className="font-semibold">
        {t('record:checkIn.rules')}
      </h2>
      <ul className="mt-3 flex flex-col gap-2 text-sm">
        {texts.map((rule) => (
          <li key={rule} className="flex gap-2">
            <span className="mt-0.5 text-primary">
              <Icon name="check-circle" className="size-4" />
            </span>
            {rule}
          </li>
        ))}
      </ul>
      <a
        href={href(locale, links.points)}
        className="mt-4 inline-flex items-center gap-1 text-sm font-medium text-primary hover:underline"
      >
        {t('record:checkIn.records')}
        <Icon name="arrow-right" className="size-4" />
      </a>
    </section>
  );
}
