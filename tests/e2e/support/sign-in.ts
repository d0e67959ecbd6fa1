import type { BrowserContext } from '@playwright/test';
import { gateway } from './http.ts';
import { PASSWORD, phone, type DemoTenant } from './tenants.ts';

/** Host of a tenant as the wire carries it. */
export const hostOf = (tenant: DemoTenant) => new URL(tenant.origin).host;

/** A token of the nth demo person. The login page itself is tested in login.test.ts. */
export async function tokenOf(tenant: DemoTenant, n: number): Promise<string> {
  const { envelope } = await gateway(hostOf(tenant), 'POST /user/api/user/info/login/pwd', {
    phone: phone(tenant, n),
    password: PASSWORD,
  });
  if (envelope.code !== 200) throw new Error(`sign in: ${JSON.stringify(envelope)}`);
  return (envelope.data as { token: string }).token;
}

/** Signs the nth demo person in, as the login page leaves a browser: with the token's cookie. */
export async function signIn(context: BrowserContext, tenant: DemoTenant, n: number): Promise<string> {
  const token = await tokenOf(tenant, n);
  await context.addCookies([{ name: 'ET_WEB_TOKEN', value: token, url: tenant.origin }]);
  return token;
}
