import type { Locale } from '#src/i18n/locale.ts';
import type { LoginMethodName } from './db/schema/account.ts';
import type { TenantDb } from './db/tenant.ts';

/** The enterprise a host name stands for. */
export type Tenant = {
  id: string;
  key: string;
  name: string;
  timeZone: string;
  /** Language its content is written in. */
  lang: string;
  /** Whether visitors who are not signed in see anything but the ways in. */
  publicFace: boolean;
};

/** The signed-in person, as this tenant knows them. `enterpriseId` is null for someone in no enterprise yet. */
export type Viewer = {
  userId: string;
  sessionId: string;
  enterpriseId: string | null;
  /** How they proved who they are. */
  way: LoginMethodName;
  userName: string;
  /** 1 learner, 2 lecturer, 3 organisation (spec section 1). */
  userType: number;
  isAdmin: boolean;
  sex: number;
};

export type Log = (level: 'info' | 'warn' | 'error', msg: string, more?: Record<string, unknown>) => void;

/** HttpOnly cookies of this site's own, for operations. */
export type Cookies = {
  get(name: string): string | undefined;
  /** @param maxAge seconds */
  set(name: string, value: string, more: { maxAge: number }): void;
  delete(name: string): void;
};

/** What is known of a request before a call of it runs. */
export type RequestContext = {
  requestId: string;
  tenant: Tenant;
  viewer: Viewer | null;
  /** `sha256` of the token that came with the request, if any. */
  tokenHash: Buffer | null;
  /** The token itself, only to pass it on to an external gateway. */
  token: string | null;
  locale: Locale;
  cookies: Cookies;
  /** Scheme and host that this very request was sent to, lower case. */
  at: string;
  /** Scheme and host as the visitor sees them, e.g. `http://huaxin.localhost:4321`. */
  origin: string;
  /** Network address of the client; forwarded headers only from trusted proxies. */
  address: string;
  userAgent: string;
  /** The only source of time (design section 4). */
  now: () => Date;
  log: Log;
};

/** What a public operation gets; `viewer` may be null. */
export type PublicContext = RequestContext & { db: TenantDb };
/** What any other operation gets. */
export type Context = PublicContext & { viewer: Viewer };
