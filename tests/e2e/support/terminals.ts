import { randomInt } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import { hashPassword } from '#src/server/account/password/password.ts';
import { hashToken, newToken } from '#src/server/account/session/token.ts';
import { TERMINAL_COOKIE } from '#src/server/terminal/device.ts';
import { asOperator } from './database.ts';
import { gateway } from './http.ts';
import { ownTenant, type OwnTenant, ownMember } from './own-tenant.ts';
import { hostOf, sessionOf } from './sign-in.ts';
import type { DemoTenant } from './tenants.ts';

export const TERMINAL_PIN = '705318';
const INTO = `select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`;
type Rules = { minutes?: number; idle?: number };

/** Makes a terminal in a tenant. @returns the value of the cookie of its device */
export async function mintTerminal({ key }: OwnTenant, { minutes = 10, idle = 60 }: Rules = {}): Promise<string> {
  const token = newToken();
  await asOperator(async (client) => {
    await client.query(INTO, [key]);
    await client.query(
      `insert into terminal (enterprise_id, name, place, session_minutes, idle_seconds, allows_study, allows_exams,
                             badge_needs_pin, token_hash, registered_at)
       select id, 'Terminal 7', 'Press shop', $2, $3, true, true, true, $4, now() from portal.enterprise where key = $1`,
      [key, minutes, idle, hashToken(token)],
    );
  });
  return token;
}

/** Makes a browser the terminal of a cookie. */
export const beTerminal = (context: BrowserContext, { origin }: OwnTenant, token: string) =>
  context.addCookies([{ name: TERMINAL_COOKIE, value: token, url: origin, httpOnly: true }]);

/** Gives a member an employee number and a PIN. @returns the number */
export async function givePin({ key }: OwnTenant, phone: string, isInitial = false): Promise<string> {
  const employeeNo = `E${phone.slice(-6)}`;
  const hash = await hashPassword(TERMINAL_PIN);
  await asOperator(async (client) => {
    await client.query(INTO, [key]);
    await client.query(
      `with own as (
         update enterprise_user u set employee_no = $3 from portal.user_account a, portal.enterprise e
         where e.key = $1 and a.phone = $2 and u.enterprise_id = e.id and u.user_id = a.id returning u.enterprise_id, u.user_id
       ) insert into terminal_pin (enterprise_id, user_id, pin_hash, is_initial)
         select enterprise_id, user_id, $4, $5 from own`,
      [key, phone, employeeNo, hash, isInitial],
    );
  });
  return employeeNo;
}

/** Gives a member a badge. @returns its number */
export async function giveBadge({ key }: OwnTenant, phone: string): Promise<string> {
  const badge = Array.from({ length: 30 }, () => randomInt(10)).join('');
  await asOperator(async (client) => {
    await client.query(INTO, [key]);
    await client.query(
      `insert into terminal_badge (enterprise_id, user_id, code_hash, sealed_code, gmt_create)
       select e.id, a.id, $3, 'not printed', now() from portal.enterprise e, portal.user_account a where e.key = $1 and a.phone = $2`,
      [key, phone, hashToken(badge)],
    );
  });
  return badge;
}

/** A terminal with nobody at it; with `isIn`, with somebody. For tests of islands. */
export async function terminalPlace(isIn: boolean) {
  const at = await ownTenant('Terminals');
  const device = await mintTerminal(at);
  const cookies: Record<string, string> = { [TERMINAL_COOKIE]: device };
  if (!isIn) return { path: '/terminal', at, cookies };
  const employeeNo = await givePin(at, await ownMember(at, { userName: 'Worker' }));
  const entered = await gateway(
    hostOf(at),
    'POST /user/api/terminal/login',
    { employeeNo, pin: TERMINAL_PIN },
    { cookie: `${TERMINAL_COOKIE}=${device}` },
  );
  const { token } = entered.envelope.data as { token: string };
  for (const line of entered.headers['set-cookie']!) {
    const [name, value] = line.split(';')[0]!.split('=') as [string, string];
    cookies[name] = value;
  }
  return { path: '/info', at, cookies: { ...cookies, ET_WEB_TOKEN: token } };
}

/** The page of sign-ins at a terminal of a demo tenant, which has one. */
export async function terminalLog(tenant: DemoTenant): Promise<string> {
  const settings = { name: 'Terminal 7', place: 'Press shop', departmentId: null, sessionMinutes: 10, idleSeconds: 60 };
  const rights = { allowsStudy: true, allowsExams: true, badgeNeedsPin: true };
  const added = await gateway(
    hostOf(tenant),
    'POST /user/auth/terminal/save',
    { ...settings, ...rights },
    await sessionOf(tenant, 4),
  );
  return `/admin/terminals/log?id=${(added.envelope.data as { id: string }).id}`;
}
