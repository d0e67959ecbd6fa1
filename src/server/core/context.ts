import type { FactorDuty, FactorPolicy } from '#src/contract/rules/factor-policy.ts';
import type { Preferences } from '#src/contract/rules/preference.ts';
import type { Grant } from '#src/contract/rules/rights.ts';
import type { TerminalRights } from '#src/contract/rules/terminal.ts';
import type { Locale } from '#src/i18n/locale.ts';
import type { FactorName, LoginMethodName } from '#src/server/account/tables/account.ts';
import type { TenantDb } from './db/tenant.ts';

/** The enterprise that a host name belongs to. */
export type Tenant = {
  id: string;
  key: string;
  name: string;
  timeZone: string;
  /** Language of its content. */
  lang: string;
  /** Whether visitors who are not signed in see more than the login pages. */
  publicFace: boolean;
  /** Who needs a second factor, and from when on (docs/specification.md, section "Required second factor"). */
  factorPolicy: FactorPolicy;
  /** Languages of its pages, the default first. */
  languages: readonly Locale[];
  /** Where phones are sent, or `none`; null: as `MOBILE_SITE_URL` says. */
  mobileSite: string | null;
};

/**
 * The signed-in user with their membership of this tenant. `enterpriseId` is null while the session belongs to no
 * enterprise.
 */
export type Viewer = {
  userId: string;
  sessionId: string;
  enterpriseId: string | null;
  /** Login method of the session. */
  way: LoginMethodName;
  /** The second factor that was proven in the session. */
  factor: FactorName | null;
  /** What the enterprise requires and this session lacks; absent: nothing. With `roles` and `all` roles are left out of the viewer. */
  factorDuty?: FactorDuty;
  userName: string;
  /** 1 learner, 2 lecturer, 3 organisation. */
  userType: number;
  isAdmin: boolean;
  sex: number;
  /** Bundles of rights; read them with `scopeOf` and `hasRight`. */
  grants: readonly Grant[];
  /** The session is at a shared terminal, which allows only some things; roles are left out of it. */
  atTerminal?: TerminalRights & { endsAt: Date; idleSeconds: number; sessionMinutes: number; inExam: boolean };
  /** How they want the portal to be shown; null: nothing was chosen. */
  preferences: Preferences | null;
};

export type Log = (level: 'info' | 'warn' | 'error', msg: string, more?: Record<string, unknown>) => void;

/** First-party HttpOnly cookies, for operations. */
export type Cookies = {
  /** Names that the request came with, the oldest first. */
  names(): string[];
  get(name: string): string | undefined;
  /** @param maxAge seconds */
  set(name: string, value: string, more: { maxAge: number }): void;
  delete(name: string): void;
};

/** Everything that is known about a request before its operation runs. */
export type RequestContext = {
  requestId: string;
  tenant: Tenant;
  viewer: Viewer | null;
  /** SHA-256 of the session token of the request, if it has one. */
  tokenHash: Buffer | null;
  /** The token itself, only for forwarding to an external gateway. */
  token: string | null;
  locale: Locale;
  cookies: Cookies;
  /** Scheme and host that this request was sent to, lower case. */
  at: string;
  /** Scheme and host as the visitor sees them, e.g. `http://huaxin.localhost:4321`. */
  origin: string;
  /** Network address of the client; forwarded headers only from trusted proxies. */
  address: string;
  userAgent: string;
  /** Aborted when the client is gone: nobody waits for the answer any more. */
  signal: () => AbortSignal;
  /** The only source of time. */
  now: () => Date;
  log: Log;
};

/** Context of a public operation; `viewer` may be null. */
export type PublicContext = RequestContext & { db: TenantDb };
/** Context of all other operations. */
export type Context = PublicContext & { viewer: Viewer };
