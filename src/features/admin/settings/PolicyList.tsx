import { useCall } from '#src/client/query.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { POLICY_DEFAULTS, POLICY_KINDS } from '#src/contract/rules/policy.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Group } from '../kit/fields.tsx';
import { ruleLabel, ruleText } from './rule-text.ts';

export const POLICIES = 'GET /user/auth/policy/view';

/** The rules of points, rankings, orders and notices, and where they differ from those of the portal. */
export function PolicyList() {
  const t = useT();
  const locale = useLocale();
  const policies = useCall(POLICIES, {});
  return (
    <Group title={t('policy:title')} hint={t('policy:intro')}>
      <LoadState query={policies} lines={3}>
        {(data) => (
          <ul className="flex flex-col divide-y divide-base-300">
            {POLICY_KINDS.map((kind) => {
              const own = Object.entries(data[kind].rules).filter(
                ([name, value]) => value !== (POLICY_DEFAULTS[kind] as Record<string, unknown>)[name],
              );
              const title = t(`policy:of.${kind}.title`);
              return (
                <li key={kind} className="flex flex-wrap items-center gap-3 py-3" aria-label={title}>
                  <div className="me-auto min-w-0">
                    <p className="font-medium">{title}</p>
                    <p className="text-sm break-words text-muted">
                      {own.length === 0
                        ? t('policy:defaults')
                        : own
                            .map(([name, value]) =>
                              t('policy:own', {
                                label: ruleLabel(t, kind, name),
                                value: ruleText(t, kind, name, value),
                              }),
                            )
                            .join(t('policy:separator'))}
                    </p>
                  </div>
                  <a className="btn btn-outline btn-sm" href={href(locale, `/admin/settings/rules?kind=${kind}`)}>
                    {t('policy:change')}
                    <span className="sr-only">{title}</span>
                  </a>
                </li>
              );
            })}
          </ul>
        )}
      </LoadState>
    </Group>
  );
}
