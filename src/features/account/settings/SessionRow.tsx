import type { Ref } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';

const ICON = { desktop: 'desktop', phone: 'phone', tablet: 'tablet' } as const;

type Props = {
  session: Data<'GET /user/auth/user/info/session/list'>[number];
  /** Whether it belongs to the enterprise of this page. */
  isHere: boolean;
  timeZone: string;
  disabled: boolean;
  /** Of the button that ends it. */
  endRef: Ref<HTMLButtonElement> | undefined;
  onEnd: () => void;
};

/** A session: device, location and start. */
export function SessionRow({ session, isHere, timeZone, disabled, endRef, onEnd }: Props) {
  const t = useT();
  const locale = useLocale();
  const time = (moment: string) => dateTimeText(moment, timeZone, locale);
  const device = [session.browser, session.system].filter(Boolean).join(' · ') || t('account:session.unknownDevice');
  const facts = [
    session.place ?? t('account:session.unknownPlace'),
    session.address,
    isHere ? null : session.enterpriseName,
    t(`account:session.way.${session.way}`),
  ].filter(Boolean);
  return (
    <li className="flex items-start gap-4 px-4 py-4 sm:px-6">
      <span
        role="img"
        aria-label={t(`account:session.kind.${session.kind}`)}
        className="grid size-10 shrink-0 place-items-center rounded-full bg-primary-soft text-primary"
      >
        <Icon name={ICON[session.kind]} />
      </span>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {device}
          {session.current && (
            <span className="badge badge-soft badge-success badge-sm">{t('account:session.current')}</span>
          )}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-muted">
          {facts.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-muted">
          <span>{t('account:session.since', { time: time(session.gmtCreate) })}</span>
          {!session.current && <span>{t('account:session.lastUsed', { time: time(session.lastUsedAt) })}</span>}
        </p>
      </div>
      <button
        ref={endRef}
        type="button"
        disabled={disabled}
        className="btn btn-ghost btn-sm shrink-0 text-error"
        aria-label={t('account:session.endOf', { device })}
        onClick={onEnd}
      >
        {t('account:session.end')}
      </button>
    </li>
  );
}
