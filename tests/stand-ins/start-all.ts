import { DINGTALK_APP, startDingtalk } from './dingtalk.ts';
import { startOidc } from './oidc.ts';
import { startWecom, WECOM_APP } from './wecom.ts';

/**
 * Starts the three identity providers on ports above that of the portal. @returns the settings of the portal for them: the
 * default tenant uses the apps of the operator.
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
      DINGTALK_TOP_URL: dingtalk.origin,
      DINGTALK_CLIENT_ID: DINGTALK_APP.clientId,
      DINGTALK_CLIENT_SECRET: DINGTALK_APP.secret,
      OIDC_ISSUERS: oidc.origin,
    },
    stop: () => Promise.all([wecom.stop(), dingtalk.stop(), oidc.stop()]),
  };
}

/** Returns the origin of the OpenID Connect stand-in for a portal on this port. */
export const issuerBeside = (port: number) => `http://127.0.0.1:${port + 23}`;
