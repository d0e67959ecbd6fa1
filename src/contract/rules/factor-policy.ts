import { askedAddress } from './asked-address.ts';

/*
 * The second factor that an enterprise requires (docs/specification.md, section "Required second factor"): of whom, and what a session
 * without one may still do.
 */

export const FACTOR_SCOPES = ['off', 'admin', 'all'] as const;
/** Of whom it is required: nobody, members with a right in the back office, everybody. */
export type FactorScope = (typeof FACTOR_SCOPES)[number];

export type FactorPolicy = {
  scope: FactorScope;
  /** From when on; null: at once. */
  from: Date | null;
  /** A sign-in through an identity provider counts as one with a second factor. */
  trustsProviders: boolean;
};

/** `later`: nothing is refused yet · `roles`: the rights rest · `all`: nothing is possible but setting one up. */
export type FactorDuty = 'later' | 'roles' | 'all';

type Session = {
  enterpriseId: string | null;
  way: string;
  factor: string | null;
  isAdmin: boolean;
  grants: readonly unknown[];
};

const PROVIDERS = ['wecom', 'dingtalk', 'oidc'];

/**
 * Returns what a session lacks at a point in time; null: nothing. A shared terminal is a trusted device, whose badge and PIN are two factors
 * (decision 119).
 */
export function factorDutyOf(
  { scope, from, trustsProviders }: FactorPolicy,
  session: Session,
  now: Date,
): FactorDuty | null {
  const { enterpriseId, way, factor, isAdmin, grants } = session;
  if (scope === 'off' || !enterpriseId || factor || way === 'terminal') return null;
  if (trustsProviders && PROVIDERS.includes(way)) return null;
  if (scope === 'admin' && !isAdmin && grants.length === 0) return null;
  if (from && now < from) return 'later';
  return scope === 'admin' ? 'roles' : 'all';
}

/** Addresses without language and query, with `METHOD ` before those of operations. */
const OPEN = [
  /^GET \/(theme|logo|share|_astro|healthz|readyz)\b/,
  /^GET \/(manifest|robots|sitemap|opensearch|favicon)/,
  // Where a factor is set up, and where somebody signs in as another one.
  /^GET \/(account\/factor|login(\/.+)?|forget|agreement|unsubscribe|403|404)$/,
  /^\w+ \/gateway\/system\/api\/(website|sys|enum)\//,
  /^\w+ \/gateway\/user\/api\/user\/info\//,
  /^\w+ \/gateway\/user\/auth\/user\/info\/(factor|totp|recovery|passkey|preference|logout)\b/,
  /^POST \/gateway\/user\/auth\/user\/info\/send\/verification\/code$/,
  /^GET \/gateway\/user\/auth\/enterprise\/user\/info\/current\/view$/,
  // An attempt that is open is finished: these calls refuse any other one.
  /^GET \/account\/exam\/(start|[\da-f-]{36})$/,
  /^GET \/gateway\/exam\/auth\/user\/exam\/(hall|attempt)\/(view|open)$/,
  /^POST \/gateway\/exam\/auth\/user\/exam\/(start|submit|attempt\/(take-over|received)|(answer|switch|break|choices)\/save)$/,
  /^\w+ \/gateway\/exam\/auth\/user\/exam\/message\/(list|confirm)$/,
];
/** Pictures and recordings of questions. */
const IN_EXAM = [/^GET \/media\/.+$/];

/**
 * Whether a session that owes a second factor may ask for an address.
 * @param path as it was sent, in either language
 * @returns `inExam`: only while an attempt of its person is open
 */
export function isAllowedWithoutFactor(method: string, path: string): boolean | 'inExam' {
  const asked = askedAddress(method, path);
  if (asked === null) return false;
  if (OPEN.some((pattern) => pattern.test(asked))) return true;
  return IN_EXAM.some((pattern) => pattern.test(asked)) && 'inExam';
}
