import { startOidc, type OidcStandIn } from '../stand-ins/oidc.ts';
import { startWecom, type WecomStandIn } from '../stand-ins/wecom.ts';

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
