import { randomUUID } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import { COMPANION_COOKIE, hashToken, newToken } from '#src/server/account/session/token.ts';
import { asOperator } from './database.ts';
import { gateway } from './http.ts';
import { PASSWORD, phone, type DemoTenant } from './tenants.ts';

/** What signing in needs of a tenant, also of one of a test's own. */
type At = Pick<DemoTenant, 'origin' | 'phonePrefix'> & { key: string };
/** What a browser sends of a session: the token as a header for calls, both cookies for pages and calls. */
export type Session = { authorization: string; cookie: string };
const TOKEN = 'ET_WEB_TOKEN';

/** Host of a tenant as the wire carries it. */
export const hostOf = (tenant: At) => new URL(tenant.origin).host;

/**
 * A session of the nth demo person, or of whoever has a phone, made in the database: signing in is tested in
 * login.test.ts, and its limits per person and address are not for tests of something else. Somebody who is no member of
 * the tenant is in no enterprise.
 */
export async function sessionOf(tenant: At, who: number | string): Promise<Session> {
  const token = newToken();
  const companion = newToken();
  await asOperator(async (client) => {
    const { rowCount } = await client.query(
      `insert into portal.user_session
         (token_hash, companion_hash, id, user_id, enterprise_id, way, address, expires_at)
       select $1, $2, $3, person.id, membership.enterprise_id, 'password', '127.0.0.1', now() + interval '1 day'
       from portal.user_account person
       left join portal.enterprise tenant on tenant.key = $5
       left join portal.membership on membership.user_id = person.id and membership.enterprise_id = tenant.id
       where person.phone = $4`,
      [
        hashToken(token),
        hashToken(companion),
        randomUUID(),
        typeof who === 'string' ? who : phone(tenant, who),
        tenant.key,
      ],
    );
    if (rowCount !== 1) throw new Error(`nobody to sign in: ${who} of ${tenant.key}`);
  });
  return session(token, [`${COMPANION_COOKIE}=${companion}`]);
}

/** A session by the call of the login page, with the texts of the tenant accepted. */
export async function consentingSessionOf(tenant: DemoTenant, who: number | string): Promise<Session> {
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
export async function signIn(context: BrowserContext, tenant: At, who: number | string): Promise<Session> {
  const found = await sessionOf(tenant, who);
  await keepCookies(context, tenant, found);
  return found;
}

/** Puts the cookies of a session into a browser. */
export async function keepCookies(context: BrowserContext, tenant: At, { cookie }: Session): Promise<void> {
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
