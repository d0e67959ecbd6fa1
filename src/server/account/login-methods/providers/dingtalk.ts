import { settings } from '#src/server/core/settings.ts';
import { fetchJson, nameOf, plainPhone, ProviderError, type ProviderClient } from './provider.ts';

export type DingtalkApp = { clientId: string; secret: string };

type Failure = { code: string; message: string };
type Token = Failure & { accessToken: string; expireIn: number };
type Person = Failure & { nick: string; unionId: string; mobile: string; stateCode: string; email: string };

/** The country code is in `stateCode`; `mobile` may have it, too. A German mobile number looks like a Chinese one without. */
const phoneOf = ({ stateCode, mobile }: Partial<Person>) =>
  stateCode === '86' || mobile?.startsWith('+') ? plainPhone(mobile) : plainPhone(`+${stateCode}${mobile}`);

/** DingTalk's web login (open.dingtalk.com: 实现登录第三方网站). `unionId` is the same in all apps of one developer. */
export function dingtalk({ clientId, secret }: DingtalkApp): ProviderClient {
  const { loginUrl, apiUrl } = settings().dingtalk;
  const post = (path: string, body: Record<string, string>) =>
    fetchJson<Token>(apiUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  return {
    authorisationUrl: async ({ state, redirectUri }) => {
      const query = new URLSearchParams({
        redirect_uri: redirectUri,
        response_type: 'code',
        client_id: clientId,
        scope: 'openid',
        state,
        prompt: 'consent',
      });
      return `${loginUrl}?${query}`;
    },

    async exchange({ code }) {
      const token = await post('/v1.0/oauth2/userAccessToken', {
        clientId,
        clientSecret: secret,
        code,
        grantType: 'authorization_code',
      });
      if (!token.ok || !token.body.accessToken) {
        const kind = /code/i.test(token.body.code ?? '') ? 'refused' : 'settings';
        throw new ProviderError(kind, `userAccessToken: ${token.body.code}`);
      }
      const { ok, body } = await fetchJson<Person>(`${apiUrl}/v1.0/contact/users/me`, {
        headers: { 'x-acs-dingtalk-access-token': token.body.accessToken },
      });
      if (!ok || !body.unionId) throw new ProviderError('settings', `users/me: ${body.code}`);
      return {
        subject: body.unionId,
        displayName: nameOf(body.nick),
        // DingTalk verifies the phone number of every account.
        phone: phoneOf(body),
        phoneVerified: true,
        email: nameOf(body.email),
      };
    },

    async test() {
      const { ok, body } = await post('/v1.0/oauth2/accessToken', { appKey: clientId, appSecret: secret });
      if (!ok || !body.accessToken) throw new ProviderError('settings', `accessToken: ${body.code}`);
      return 'confirmed';
    },
  };
}
