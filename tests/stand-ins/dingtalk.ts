import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { isWithinLimit, noMessages, show, type StandInMessages } from './app-messages.ts';
import { type StandInContacts, someContacts } from './contacts.ts';
import { addDingtalkContacts, unionOf } from './dingtalk-contacts.ts';
import { listen, queryOf, scanPage, type StandIn } from './serve.ts';

export const DINGTALK_APP = { clientId: 'dingstandin', agentId: '2000003', secret: 'dingtalk-standin-secret' };

export type DingtalkPerson = { unionId: string; nick?: string; mobile?: string };
export type DingtalkStandIn = StandIn & {
  scan(loginUrl: string, person: DingtalkPerson): Promise<URL>;
  contacts: StandInContacts;
  messages: StandInMessages;
  /** Makes all issued access tokens of the contacts invalid. */
  spoilToken(): void;
};

/** Implements DingTalk's web login: the login page, `userAccessToken`, `accessToken` and `contact/users/me`; and its contacts. */
export async function startDingtalk(port = 0): Promise<DingtalkStandIn> {
  const app = new Hono();
  const codes = new Map<string, DingtalkPerson>();
  const tokens = new Map<string, DingtalkPerson>();

  app.get('/oauth2/auth', (c) => {
    const { client_id, response_type, scope, prompt, redirect_uri, state } = queryOf(c.req.url);
    const right =
      client_id === DINGTALK_APP.clientId && response_type === 'code' && scope === 'openid' && prompt === 'consent';
    if (!right || !redirect_uri || !state) return c.text('Wrong parameters', 400);
    return c.html(scanPage('DingTalk stand-in', { redirect_uri, state }, ['unionId', 'nick', 'mobile']));
  });
  app.get('/oauth2/approve', (c) => {
    const { redirect_uri, state, do: choice, unionId = '', nick, mobile } = queryOf(c.req.url);
    const back = new URL(redirect_uri!);
    if (choice === 'decline') back.searchParams.set('error', 'access_denied');
    else {
      const code = randomUUID();
      codes.set(code, { unionId, nick, mobile });
      back.searchParams.set('authCode', code);
    }
    back.searchParams.set('state', state!);
    return c.redirect(back.href);
  });
  const failed = (code: string, message: string) => ({ code, message, requestid: randomUUID() });
  app.post('/v1.0/oauth2/userAccessToken', async (c) => {
    const { clientId, clientSecret, code, grantType } = await c.req.json<Record<string, string>>();
    if (clientId !== DINGTALK_APP.clientId || clientSecret !== DINGTALK_APP.secret)
      return c.json(failed('invalidParameter.credential', 'the client id or secret is wrong'), 400);
    const person = codes.get(code!);
    codes.delete(code!);
    if (!person || grantType !== 'authorization_code')
      return c.json(failed('invalidParameter.authCode.notFound', 'no such code'), 400);
    const accessToken = randomUUID();
    tokens.set(accessToken, person);
    return c.json({ accessToken, refreshToken: randomUUID(), expireIn: 7200 });
  });
  app.post('/v1.0/oauth2/accessToken', async (c) => {
    const { appKey, appSecret } = await c.req.json<Record<string, string>>();
    if (appKey !== DINGTALK_APP.clientId || appSecret !== DINGTALK_APP.secret)
      return c.json(failed('invalidClientIdOrSecret', 'the client id or secret is wrong'), 400);
    return c.json({ accessToken: randomUUID(), expireIn: 7200 });
  });
  app.get('/v1.0/contact/users/me', (c) => {
    const person = tokens.get(c.req.header('x-acs-dingtalk-access-token') ?? '');
    if (!person) return c.json(failed('InvalidAuthentication', 'the access token is wrong'), 401);
    return c.json({ openId: `open-${person.unionId}`, stateCode: '86', ...person });
  });

  const contacts = someContacts();
  const contactTokens = new Set<string>();
  addDingtalkContacts(app, contacts, {
    issue: (key, secret) => {
      if (key !== DINGTALK_APP.clientId || secret !== DINGTALK_APP.secret) return null;
      const token = randomUUID();
      contactTokens.add(token);
      return token;
    },
    tokenFault: (token) => (contactTokens.has(token) ? 0 : 40014),
  });

  const messages = noMessages();
  const top = (code: number) =>
    code >= 50_000
      ? { errcode: 88, errmsg: `subcode=${code}`, sub_code: String(code) }
      : { errcode: code, errmsg: 'error' };
  app.post('/topapi/user/getbyunionid', async (c) => {
    if (!contactTokens.has(queryOf(c.req.url).access_token ?? '')) return c.json(top(40014));
    const { unionid } = await c.req.json<{ unionid: string }>();
    const found = contacts.people.find(({ id }) => unionOf(id) === unionid);
    return c.json(found ? { errcode: 0, errmsg: 'ok', result: { contact_type: 0, userid: found.id } } : top(60121));
  });
  app.post('/topapi/message/corpconversation/asyncsend_v2', async (c) => {
    if (!contactTokens.has(queryOf(c.req.url).access_token ?? '')) return c.json(top(40014));
    type Card = Record<'title' | 'markdown' | 'single_title' | 'single_url', string>;
    type Body = { agent_id: number; userid_list: string; msg: { msgtype: string; action_card?: Card } };
    const { agent_id, userid_list, msg } = await c.req.json<Body>();
    const people = userid_list.split(',').filter(Boolean);
    const card = msg.action_card;
    if (String(agent_id) !== DINGTALK_APP.agentId || msg.msgtype !== 'action_card') return c.json(top(400_002));
    if (!card?.title || !card.markdown || !card.single_title || !card.single_url) return c.json(top(400_002));
    if (people.length === 0 || people.length > 100) return c.json(top(400_002));
    if (!isWithinLimit(messages)) return c.json(top(90_018));
    const seeing = people.filter((id) => !messages.unseen.includes(id));
    show(messages, { people: seeing, title: card.title, text: card.markdown, url: card.single_url });
    return c.json({ errcode: 0, task_id: messages.calls, request_id: 'r' });
  });

  const standIn = await listen(app, port);
  return {
    ...standIn,
    contacts,
    messages,
    spoilToken: () => contactTokens.clear(),
    async scan(loginUrl, person) {
      const asked = queryOf(loginUrl);
      const page = await fetch(loginUrl);
      if (!page.ok) throw new Error(`DingTalk stand-in: ${await page.text()}`);
      const query = new URLSearchParams({ redirect_uri: asked.redirect_uri!, state: asked.state!, ...person });
      const answer = await fetch(`${standIn.origin}/oauth2/approve?${query}`, { redirect: 'manual' });
      return new URL(answer.headers.get('location')!);
    },
  };
}
