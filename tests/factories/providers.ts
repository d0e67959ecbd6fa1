import type { Input } from '#src/contract/calls.ts';
import { startOidc, type OidcStandIn } from '../stand-ins/oidc.ts';
import { startWecom, type WecomStandIn } from '../stand-ins/wecom.ts';
import { call, ok } from './portal.ts';
import type { TestPerson } from './tenant.ts';

const SAVE = 'PUT /user/auth/enterprise/login/setting/save';

/** Stand-ins for identity providers. */
export type Providers = { wecom: WecomStandIn; oidc: OidcStandIn; stop(): Promise<unknown> };

/** Starts them and sets their addresses in the environment; settings are read at the first call. */
export async function startWorldProviders(): Promise<Providers> {
  const [wecom, oidc] = await Promise.all([startWecom(), startOidc()]);
  process.env.WECOM_LOGIN_URL = `${wecom.origin}/wwlogin/sso/login`;
  process.env.WECOM_API_URL = wecom.origin;
  process.env.OIDC_ISSUERS = oidc.origin;
  return { wecom, oidc, stop: () => Promise.all([wecom.stop(), oidc.stop()]) };
}

type Setting = Input<typeof SAVE>;
/** Settings of a sign-in method without the revision that was seen. */
type Given<S = Setting> = S extends Setting ? Omit<S, 'revision'> : never;

/** Saves a sign-in method on top of what is stored. */
export async function saveLoginMethod(admin: TestPerson, given: Given) {
  const { list } = await ok(admin, 'GET /user/auth/enterprise/login/setting/list');
  const { revision } = list.find(({ provider }) => provider === given.provider)!;
  return call(admin, SAVE, { ...given, revision } as Setting);
}
