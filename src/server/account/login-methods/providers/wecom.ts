import { createHash } from 'node:crypto';
import { settings } from '#src/server/core/settings.ts';
import { fetchJson, ProviderError, type ProviderClient } from './provider.ts';

export type WecomApp = { corpId: string; agentId: string; secret: string };

type Answer = { errcode: number; errmsg: string };
type Token = Answer & { access_token: string; expires_in: number };
/** `userid` of a member of the corporation; other users have `openid` instead. */
type UserInfo = Answer & { userid: string };

/** The token is wrong or has expired: both need a new one. */
const INVALID_TOKEN_CODES = [40014, 42001];
/** The code is wrong, used or expired. */
const INVALID_CODE_CODES = [40029, 42003];
/** A token is not used during this time before it expires. */
const TOKEN_MARGIN_SECONDS = 120;

/** Access tokens belong to the app and are cached, because WeCom limits how often one is requested. */
const tokens = new Map<string, { value: Promise<string>; expiresAt: number }>();

/** WeCom's web login for apps of one corporation (developer.work.weixin.qq.com: 构造登录链接, 获取用户登录身份). */
export function wecom({ corpId, agentId, secret }: WecomApp): ProviderClient {
  const { loginUrl, apiUrl } = settings().wecom;
  const key = createHash('sha256').update(`${corpId}\n${secret}`).digest('base64');

  async function requestToken(now: Date): Promise<string> {
    const query = new URLSearchParams({ corpid: corpId, corpsecret: secret });
    const { body } = await fetchJson<Token>(`${apiUrl}/cgi-bin/gettoken?${query}`);
    if (body.errcode !== 0 || !body.access_token) throw new ProviderError('settings', `gettoken: ${body.errcode}`);
    const entry = tokens.get(key);
    if (entry) entry.expiresAt = now.getTime() + ((body.expires_in ?? 0) - TOKEN_MARGIN_SECONDS) * 1000;
    return body.access_token;
  }

  /** Concurrent logins share one request. */
  function token(now: Date, fresh = false): Promise<string> {
    const kept = tokens.get(key);
    if (kept && !fresh && kept.expiresAt > now.getTime()) return kept.value;
    const value = Promise.resolve().then(() => requestToken(now));
    tokens.set(key, { value, expiresAt: Infinity });
    value.catch(() => tokens.delete(key));
    return value;
  }

  async function userInfo(code: string, accessToken: string) {
    const query = new URLSearchParams({ access_token: accessToken, code });
    return (await fetchJson<UserInfo>(`${apiUrl}/cgi-bin/auth/getuserinfo?${query}`)).body;
  }

  return {
    authorisationUrl: async ({ state, redirectUri, locale }) => {
      const query = new URLSearchParams({
        login_type: 'CorpApp',
        appid: corpId,
        agentid: agentId,
        redirect_uri: redirectUri,
        state,
        lang: locale,
      });
      return `${loginUrl}?${query}`;
    },

    async exchange({ code, now }) {
      let answer = await userInfo(code, await token(now));
      if (INVALID_TOKEN_CODES.includes(answer.errcode!)) answer = await userInfo(code, await token(now, true));
      if (answer.errcode !== 0) {
        throw new ProviderError(
          INVALID_CODE_CODES.includes(answer.errcode!) ? 'refused' : 'settings',
          `getuserinfo: ${answer.errcode}`,
        );
      }
      if (!answer.userid) throw new ProviderError('refused', 'getuserinfo: not a member of the corporation');
      // A user id is unique in its corporation only.
      return { subject: `${corpId}:${answer.userid}`, displayName: answer.userid };
    },

    async test({ now }) {
      await token(now, true);
      return 'confirmed';
    },
  };
}
