import type { PolicyKind } from '#src/contract/rules/policy.ts';
import type { Translate } from '#src/i18n/format.ts';

/** The value of a rule in words. */
export function ruleText(t: Translate, kind: PolicyKind, name: string, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'policy:on' : 'policy:off');
  if (typeof value === 'string') return t(`policy:of.${kind}.${name}.choice.${value}`);
  return value === 0 && ['fromYear', 'approvedUpTo', 'seatMonths'].includes(name)
    ? t(`policy:of.${kind}.${name}.none`)
    : String(value);
}
