import { DINGTALK_APP, startDingtalk } from './dingtalk.ts';
import { startOidc } from './oidc.ts';
import { startWecom, WECOM_APP } from './wecom.ts';

/**
 * The three providers on ports above the portal's own, and what the portal is told of them: the default tenant has the
 * operator's apps.
 */
export async function startProviders(port: number) {
  const [wecom, dingtalk, oidc] = await Promise.all([
    startWecom(port + 21),
    startDingtalk(port + 22),
    startOidc(port + 23),
  ]);
  return {
    env: {
      WECOM_LOGIN_URL: `${wecom.origin}/wwlogin/sso/login`,
      WECOM_API_URL: wecom.origin,
      WECOM_CORP_ID: WECOM_APP.corpId,
      WECOM_AGENT_ID: WECOM_APP.agentId,
      WECOM_SECRET: WECOM_APP.secret,
      DINGTALK_LOGIN_URL: `${dingtalk.origin}/oauth2/auth`,
      DINGTALK_API_URL: dingtalk.origin,
      DINGTALK_CLIENT_ID: DINGTALK_APP.clientId,
      DINGTALK_CLIENT_SECRET: DINGTALK_APP.secret,
      OIDC_ISSUERS: oidc.origin,
    },
    stop: () => Promise.all([wecom.stop(), dingtalk.stop(), oidc.stop()]),
  };
}

/** Where the stand-in for OpenID Connect is, beside a portal on this port. */
export const issuerBeside = (port: number) => `http://127.0.0.1:${port + 23}`;
