import { sql, type SQL } from 'drizzle-orm';
import { POLICY_DEFAULTS, type PolicyKind } from '#src/contract/rules/policy.ts';

const before = (kind: PolicyKind) =>
  `('${JSON.stringify(POLICY_DEFAULTS[kind])}'::jsonb || coalesce((
      select policy.rules from policy where policy.kind = '${kind}' and policy.enterprise_id = `;
const AFTER = "), '{}'))";

/**
 * SQL: all rules of a kind of an enterprise as `jsonb`, the defaults where it has none of its own. A part of the statements that need
 * them, so that no request reads them with a statement of its own.
 * @param enterprise SQL expression of its id
 */
export const rulesText = (kind: PolicyKind, enterprise: string): string => before(kind) + enterprise + AFTER;

/** Like `rulesText`. @param enterpriseId a parameter or an expression */
export const rulesSql = (kind: PolicyKind, enterpriseId: string | SQL): SQL =>
  sql`${sql.raw(before(kind))}${enterpriseId}${sql.raw(AFTER)}`;
