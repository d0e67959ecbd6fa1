import { randomInt, randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { asOperator } from './database.ts';
import { http } from './http.ts';
import type { Bundle } from '#src/contract/rules/rights.ts';
import type { DemoTenant } from './tenants.ts';

export type NavItem = { code: string; title: string; navUrl?: string; navMenuType?: number; target?: string };
export type Member = { userName: string; userType?: number; isAdmin?: boolean; sex?: number; department?: string };
/** What `signIn` needs of a tenant. */
export type OwnTenant = Pick<DemoTenant, 'origin' | 'phonePrefix'> & { key: string };

const INTO = `select set_config('app.enterprise_id', $1, true)`;

/**
 * A tenant of a test's own at a host of its own, with its navigation and announcements: for what a demo tenant has not,
 * and what other tests must not see.
 */
export async function ownTenant(
  name: string,
  more: { nav?: NavItem[]; announcements?: number; timeZone?: string } = {},
): Promise<OwnTenant> {
  const id = randomUUID();
  const key = `own-${id.slice(0, 8)}`;
  await asOperator(async (client) => {
    await client.query(`insert into portal.enterprise (id, key, name, time_zone, lang) values ($1, $2, $3, $4, 'zh')`, [
      id,
      key,
      name,
      more.timeZone ?? 'Asia/Shanghai',
    ]);
    await client.query(INTO, [id]);
    await client.query(
      `insert into website (enterprise_id, website_title, brand_color) values ($1, jsonb_build_object('zh', $2::text), '#1355a0')`,
      [id, name],
    );
    for (const [sort, item] of (more.nav ?? []).entries()) {
      await client.query(
        `insert into nav_item (enterprise_id, code, title, nav_url, nav_menu_type, target, sort)
         values ($1, $2, jsonb_build_object('zh', $3::text), $4, $5, $6, $7)`,
        [
          id,
          item.code,
          item.title,
          item.navUrl ?? `/info?from=${item.code}`,
          item.navMenuType ?? 9,
          item.target ?? '_self',
          sort,
        ],
      );
    }
    await client.query(
      `insert into announcement (enterprise_id, code, title, body, published_at)
       select $1, 'n' || n, 'Notice ' || n, 'Text', now() - n * interval '1 minute' from generate_series(1, $2::int) n`,
      [id, more.announcements ?? 0],
    );
  });
  const port = Number(process.env.E2E_PORT);
  // The portal looks for new tenants twice a second at most.
  await expect.poll(async () => (await http(`${key}.localhost:${port}`, '/login')).status).toBe(200);
  // Only whom `ownMember` adds can sign in here, by their phones.
  return { key, origin: `http://${key}.localhost:${port}`, phonePrefix: '' };
}

/** A person of such a tenant. @returns their phone, for `signIn` */
export async function ownMember(
  { key }: Pick<OwnTenant, 'key'>,
  { userName, userType = 1, isAdmin = false, sex = 1, department }: Member,
): Promise<string> {
  const phone = `17${String(randomInt(1e9)).padStart(9, '0')}`;
  const userId = randomUUID();
  await asOperator(async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from portal.enterprise where key = $1', [key]);
    await client.query(INTO, [rows[0]!.id]);
    await client.query('insert into portal.user_account (id, phone) values ($1, $2)', [userId, phone]);
    await client.query(
      `insert into enterprise_user (enterprise_id, user_id, user_name, user_type, is_admin, sex, department)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [rows[0]!.id, userId, userName, userType, isAdmin, sex, department ?? null],
    );
  });
  return phone;
}

/** Gives a person ledger lines, each kind so many, and exports of these states, the first the newest. */
export async function giveRecords(
  { key }: Pick<OwnTenant, 'key'>,
  phone: string,
  { lines = 0, exports: states = [] }: { lines?: number; exports?: number[] },
): Promise<void> {
  await asOperator(async (client) => {
    const { rows } = await client.query<{ enterprise: string; person: string }>(
      `select e.id as enterprise, a.id as person from portal.enterprise e, portal.user_account a
       where e.key = $1 and a.phone = $2`,
      [key, phone],
    );
    const { enterprise, person } = rows[0]!;
    await client.query(INTO, [enterprise]);
    await client.query(
      `insert into ledger_entry (enterprise_id, user_id, kind, hour_kind, amount, source, title, year, gmt_create)
       select $1, $2, kind, case when kind = 'hours' then 'required' end, 1.5, kind || n, 'Line ' || n,
              extract(year from now())::int, now() - n * interval '1 day'
       from unnest(array['hours', 'credits']) kind, generate_series(1, $3::int) n`,
      [enterprise, person, lines],
    );
    await client.query(
      `insert into export_record (enterprise_id, user_id, export_type, locale, file_name, export_status, file_size, gmt_create)
       select $1, $2, case when state = 1 then 'credits' else 'hours' end, 'zh', 'file-' || n || '.xlsx', state, n * 1500, now() - n * interval '1 hour'
       from unnest($3::int[]) with ordinality as s (state, n)`,
      [enterprise, person, states],
    );
  });
}

/** Gives a person of such a tenant a bundle of rights in the whole enterprise. */
export async function grantRole({ key }: Pick<OwnTenant, 'key'>, phone: string, bundle: Bundle): Promise<void> {
  await asOperator(async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from portal.enterprise where key = $1', [key]);
    await client.query(INTO, [rows[0]!.id]);
    await client.query(
      `insert into role_grant (enterprise_id, user_id, bundle)
       select $1, id, $2 from portal.user_account where phone = $3`,
      [rows[0]!.id, bundle, phone],
    );
  });
}
