import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { isWithinLimit, noMessages, show, type StandInMessages } from './app-messages.ts';
import { type StandInContacts, someContacts } from './contacts.ts';
import { listen, queryOf, scanPage, type StandIn } from './serve.ts';
import { addWecomContacts, WECOM_CONTACT_SECRET } from './wecom-contacts.ts';

export const WECOM_APP = { corpId: 'wwstandin', agentId: '1000002', secret: 'wecom-standin-secret' };

export type WecomStandIn = StandIn & {
  /** Approves a login as the user's phone does. @returns the URL to which the browser is redirected */
  scan(loginUrl: string, userid: string): Promise<URL>;
  /** Makes all issued access tokens invalid, with this error code. */
  spoilToken(errcode: 40014 | 42001): void;
  contacts: StandInContacts;
  messages: StandInMessages;
  /** Returns how many access tokens were issued. */
  tokensGiven(): number;
};

/** Implements WeCom's web login: the login page, `gettoken` and `auth/getuserinfo`, with its error codes; its contacts; and messages of the app. */
export async function startWecom(port = 0): Promise<WecomStandIn> {
  const app = new Hono();
  const tokens = new Map<string, number>();
  const contactTokens = new Set<string>();
  const contacts = someContacts();
  const messages = noMessages();
  const codes = new Map<string, string>();
  let given = 0;

  app.get('/wwlogin/sso/login', (c) => {
    const { login_type, appid, agentid, redirect_uri, state = '' } = queryOf(c.req.url);
    if (login_type !== 'CorpApp' || appid !== WECOM_APP.corpId || agentid !== WECOM_APP.agentId || !redirect_uri)
      return c.text('Wrong parameters', 400);
    if (!/^[a-zA-Z0-9]{1,128}$/.test(state)) return c.text('state: letters and digits only', 400);
    return c.html(scanPage('WeCom stand-in', { redirect_uri, state }, ['userid']));
  });
  app.get('/wwlogin/sso/approve', (c) => {
    const { redirect_uri, state, userid = '', do: choice } = queryOf(c.req.url);
    // WeCom does not redirect users who decline.
    if (choice === 'decline') return c.text('Declined');
    const code = randomUUID();
    codes.set(code, userid);
    const back = new URL(redirect_uri!);
    back.searchParams.set('code', code);
    back.searchParams.set('state', state!);
    return c.redirect(back.href);
  });
  app.get('/cgi-bin/gettoken', (c) => {
    const { corpid, corpsecret } = queryOf(c.req.url);
    if (corpid !== WECOM_APP.corpId) return c.json({ errcode: 40013, errmsg: 'invalid corpid' });
    if (corpsecret !== WECOM_APP.secret && corpsecret !== WECOM_CONTACT_SECRET)
      return c.json({ errcode: 40001, errmsg: 'invalid credential' });
    const token = randomUUID();
    tokens.set(token, 0);
    if (corpsecret === WECOM_CONTACT_SECRET) contactTokens.add(token);
    given += 1;
    return c.json({ errcode: 0, errmsg: 'ok', access_token: token, expires_in: 7200 });
  });
  app.get('/cgi-bin/auth/getuserinfo', (c) => {
    const { access_token = '', code = '' } = queryOf(c.req.url);
    const fault = tokens.get(access_token);
    if (fault !== 0) return c.json({ errcode: fault ?? 40014, errmsg: 'invalid access_token' });
    const userid = codes.get(code);
    codes.delete(code);
    if (userid === undefined) return c.json({ errcode: 40029, errmsg: 'invalid code' });
    if (userid.startsWith('outsider'))
      return c.json({ errcode: 0, errmsg: 'ok', openid: userid, external_userid: 'x' });
    return c.json({ errcode: 0, errmsg: 'ok', userid, user_ticket: randomUUID() });
  });

  app.post('/cgi-bin/message/send', async (c) => {
    const fault = tokens.get(queryOf(c.req.url).access_token ?? '');
    if (fault !== 0) return c.json({ errcode: fault ?? 40014, errmsg: 'invalid access_token' });
    type Body = { touser?: string; msgtype?: string; agentid?: number; enable_duplicate_check?: number };
    const body = await c.req.json<Body & { textcard?: Record<'title' | 'description' | 'url', string> }>();
    if (String(body.agentid) !== WECOM_APP.agentId) return c.json({ errcode: 40056, errmsg: 'invalid agentid' });
    const people = (body.touser ?? '').split('|').filter(Boolean);
    const { title = '', description: text = '', url = '' } = body.textcard ?? {};
    const isRight =
      body.msgtype === 'textcard' && title && text && /^https?:/.test(url) && body.enable_duplicate_check === 1;
    if (!isRight || people.length > 1000 || Buffer.byteLength(title) > 128 || Buffer.byteLength(text) > 512)
      return c.json({ errcode: 40058, errmsg: 'invalid parameter' });
    if (!isWithinLimit(messages)) return c.json({ errcode: 45009, errmsg: 'reach max api daily quota limit' });
    const isKnown = (id: string) => contacts.people.some((each) => each.id === id) && !messages.unseen.includes(id);
    const known = people.filter(isKnown);
    if (known.length === 0) return c.json({ errcode: 81013, errmsg: 'user & party & tag all invalid' });
    show(messages, { people: known, title, text, url });
    const invaliduser = people.filter((id) => !isKnown(id)).join('|');
    return c.json({
      errcode: 0,
      errmsg: 'ok',
      invaliduser: invaliduser.toLowerCase(),
      invalidparty: '',
      invalidtag: '',
      msgid: randomUUID(),
    });
  });

  addWecomContacts(app, contacts, (token) => ({
    fault: tokens.get(token) ?? 40014,
    isContacts: contactTokens.has(token),
  }));

  const standIn = await listen(app, port);
  return {
    ...standIn,
    async scan(loginUrl, userid) {
      const asked = queryOf(loginUrl);
      const page = await fetch(loginUrl);
      if (!page.ok) throw new Error(`WeCom stand-in: ${await page.text()}`);
      const query = new URLSearchParams({ redirect_uri: asked.redirect_uri!, state: asked.state!, userid });
      const answer = await fetch(`${standIn.origin}/wwlogin/sso/approve?${query}`, { redirect: 'manual' });
      return new URL(answer.headers.get('location')!);
    },
    spoilToken(errcode) {
      for (const token of tokens.keys()) tokens.set(token, errcode);
    },
    contacts,
    messages,
    tokensGiven: () => given,
  };
}
