import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';

export type Company = Data<'GET /user/auth/user/info/enterprise/list'>[number];
type Props = {
  company: Company;
  /** Whether it has a host on this platform. */
  reachable: boolean;
  disabled: boolean;
  isPending: boolean;
  onEnter: () => void;
};

/** One enterprise of the user, with the button to enter it. */
export function CompanyRow({ company, reachable, disabled, isPending, onEnter }: Props) {
  const t = useT();
  const locale = useLocale();
  const { enterpriseName, userName, userType, isAdmin, logo, current, origin } = company;
  const roles = [t(`company:role.${userType}`), isAdmin && t('company:admin')].filter(Boolean).join(' · ');
  return (
    <li
      className={`paper flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:flex-nowrap sm:p-5 ${current ? 'border-primary' : ''}`}
    >
      {logo ? (
        <img
          src={logo}
          alt=""
          width="48"
          height="48"
          className="size-12 shrink-0 rounded-field border border-base-300 bg-white object-contain p-1"
        />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-12 shrink-0 place-items-center rounded-field bg-primary-soft text-xl font-semibold text-primary"
        >
          {[...enterpriseName][0]}
        </span>
      )}
      <div className="min-w-0 grow basis-40">
        <h2 className="flex flex-wrap items-center gap-x-2 font-semibold">
          {enterpriseName}
          {current && <span className="badge badge-primary badge-sm">{t('company:current')}</span>}
        </h2>
        <p className="text-sm text-muted">
          {userName} · {roles}
        </p>
        {origin && <p className="truncate text-sm text-muted">{new URL(origin).host}</p>}
      </div>
      {current ? (
        <a href={href(locale, '/home')} className="btn w-full sm:w-auto">
          {t('company:goOn')}
        </a>
      ) : reachable ? (
        <button
          type="button"
          disabled={disabled}
          aria-disabled={isPending}
          aria-label={t('company:enterName', { name: enterpriseName })}
          className="btn btn-primary w-full sm:w-auto"
          onClick={onEnter}
        >
          {isPending && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          {t('company:enter')}
          <Icon name="arrow-right" className="size-4" />
        </button>
      ) : (
        <p className="text-sm text-muted">{t('errors:enterpriseUnreachable')}</p>
      )}
    </li>
  );
}
