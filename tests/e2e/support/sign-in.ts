import type { BrowserContext } from '@playwright/test';
import { gateway } from './http.ts';
import { PASSWORD, phone, type DemoTenant } from './tenants.ts';

/** What a browser sends of a session: the token as a header for calls, both cookies for pages and calls. */
export type Session = { authorization: string; cookie: string };
const TOKEN = 'ET_WEB_TOKEN';

/** Host of a tenant as the wire carries it. */
export const hostOf = (tenant: DemoTenant) => new URL(tenant.origin).host;

/** A session of the nth demo person, or of whoever has a phone. The login page itself is tested in login.test.ts. */
export async function sessionOf(tenant: DemoTenant, who: number | string): Promise<Session> {
  const { envelope, headers } = await gateway(hostOf(tenant), 'POST /user/api/user/info/login/pwd', {
    phone: typeof who === 'string' ? who : phone(tenant, who),
    password: PASSWORD,
    agreed: true,
  });
  if (envelope.code !== 200) throw new Error(`sign in: ${JSON.stringify(envelope)}`);
  const { token } = envelope.data as { token: string };
  const companion = headers['set-cookie']!.map((line) => line.split(';')[0]!);
  return session(token, companion);
}

/** Signs the nth demo person, or whoever has a phone, in, as the login page leaves a browser: with the cookies of token and companion. */
export async function signIn(context: BrowserContext, tenant: DemoTenant, who: number | string): Promise<Session> {
  const found = await sessionOf(tenant, who);
  await keepCookies(context, tenant, found);
  return found;
}

/** Puts the cookies of a session into a browser. */
export async function keepCookies(context: BrowserContext, tenant: DemoTenant, { cookie }: Session): Promise<void> {
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const [name, value] = pair.split('=') as [string, string];
      return { name, value, url: tenant.origin, httpOnly: name !== TOKEN };
    }),
  );
}

/** The session that a browser has. */
export async function sessionIn(context: BrowserContext, origin?: string): Promise<Session> {
  const cookies = await context.cookies(origin);
  const token = cookies.find(({ name }) => name === TOKEN)!.value;
  const others = cookies.filter(({ name }) => name !== TOKEN);
  return session(
    token,
    others.map(({ name, value }) => `${name}=${value}`),
  );
}

const session = (token: string, others: string[]): Session => ({
  authorization: `Bearer ${token}`,
  cookie: [`${TOKEN}=${token}`, ...others].join('; '),
});
