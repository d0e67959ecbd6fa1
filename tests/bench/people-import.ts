import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { writeXlsx } from 'hucre/xlsx';
import { startEmbedded } from '#src/server/embedded-postgres/start-embedded.ts';
import { migrate } from '#src/server/core/db/migrate.ts';
import { systemNow } from '#src/lib/system-clock.ts';

/*
 * `node tests/bench/people-import.ts [--members 100000] [--rows 20000]`: time of planning, applying and undoing an import of people in an
 * enterprise of so many members: all rows new, all rows changed, and the same file again; and of pages of its rows.
 */

const { values } = parseArgs({
  options: { members: { type: 'string', default: '100000' }, rows: { type: 'string', default: '20000' } },
});
const [members, count] = [Number(values.members), Number(values.rows)];
const TENANT = '01890000-0000-7000-8000-00000000000a';
const ADMIN = '01890000-0000-7000-8000-00000000000b';

const dataDir = mkdtempSync(join(tmpdir(), 'zhixing-bench-'));
const database = await startEmbedded({ dataDir, log: () => undefined });
const client = new pg.Client({ connectionString: database.url });
try {
  await migrate(database.url, () => undefined);
  process.env['DATABASE_URL'] = database.url;
  await client.connect();
  await client.query(`select set_config('app.enterprise_id', $1, false)`, [TENANT]);
  await fill();
  // Not before the address of the database is known.
  const { makePlan } = await import('#src/server/people/import/plan-import.ts');
  const { runImportBatch } = await import('#src/server/people/import/run-import.ts');
  const { stopWork } = await import('#src/server/core/worker/pools.ts');
  const { closePool } = await import('#src/server/core/db/pool.ts');
  const { PEOPLE_FIELDS } = await import('#src/contract/rules/people-import.ts');
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    console.log(`${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  };
  const run = async (id: string) => {
    while (await runImportBatch(TENANT, id, systemNow));
  };
  const read = async (id: string) =>
    (
      await client.query('select state, counts, problem, done_count, failed_count from person_import where id = $1', [
        id,
      ])
    ).rows[0];
  const importOf = async (what: string, table: string[][]) => {
    const file = Buffer.from(await writeXlsx({ sheets: [{ name: 'people', rows: table }] }));
    const top = table.slice(0, 2).map((cells, at) => ({ line: at + 1, cells }));
    const sheets = [{ name: 'people', hidden: false, header: 0, top }];
    const columns = table[0]!.map((heading) => PEOPLE_FIELDS.find((field) => field === heading) ?? null);
    const options = { emptyClears: false, keepEdited: true, refuseNew: false, allMissing: false };
    const { rows } = await client.query<{ id: string }>(
      `insert into person_import (enterprise_id, user_id, locale, state, file_name, file, sheets, headings, columns, options, plan_number)
       values ($1, $2, 'zh', 'planning', 'people.xlsx', $3, $4, $5, $6, $7, 1) returning id`,
      [TENANT, ADMIN, file, ...[sheets, table[0], columns, options].map((value) => JSON.stringify(value))],
    );
    const { id } = rows[0]!;
    await timed(`${what}: plan`, () => makePlan(TENANT, id, 1, systemNow));
    console.log(await read(id));
    await client.query(`update person_import set state = 'applying', applied_at = now() where id = $1`, [id]);
    await timed(`${what}: apply`, () => run(id));
    console.log(await read(id));
    return id;
  };
  const added = await importOf('new', peopleTable(members, 'a'));
  await importOf('changed', peopleTable(0, 'b'));
  await importOf('the same again', peopleTable(0, 'b'));
  for (const offset of [0, count - 20])
    await timed(`rows from ${offset}`, () =>
      client.query(
        `select * from person_import_row where enterprise_id = $1 and import_id = $2 order by number limit 20 offset $3`,
        [TENANT, added, offset],
      ),
    );
  await client.query(`update person_import set state = 'undoing', undone_at = now(), undone_by = $2 where id = $1`, [
    added,
    ADMIN,
  ]);
  await timed('new: undo', () => run(added));
  console.log(await read(added));
  await stopWork();
  await closePool();
} finally {
  await client.end();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
// Threads of the pools would keep the process until they are idle.
process.exit();

async function fill(): Promise<void> {
  await client.query(
    `insert into portal.enterprise (id, key, name, time_zone, lang) values ($1, 'bench', 'Bench', 'Asia/Shanghai', 'zh')`,
    [TENANT],
  );
  await client.query(`insert into portal.user_account (id) values ($1)`, [ADMIN]);
  await client.query(
    `insert into enterprise_user (enterprise_id, user_id, user_name, is_admin) values ($1, $2, 'Admin', true)`,
    [TENANT, ADMIN],
  );
  await client.query(
    `with made as (
       insert into portal.user_account (id, phone, phone_unverified)
       select gen_random_uuid(), '19' || lpad(n::text, 9, '0'), true from generate_series(0, $2 - 1) n returning id, phone
     ) insert into enterprise_user (enterprise_id, user_id, user_name, employee_no, department, post)
       select $1, id, '员工' || substr(phone, 3), 'N' || substr(phone, 3)::int, '总部/部门' || substr(phone, 3)::int % 500,
              '岗位' || substr(phone, 3)::int % 40 from made`,
    [TENANT, members],
  );
  await client.query('analyze');
}

/** A table of people from a number on; `mark` distinguishes what it says of them. */
function peopleTable(from: number, mark: string): string[][] {
  const head = ['userName', 'employeeNo', 'phone', 'department', 'position', 'superior', 'joinedOn', 'sex'];
  const rows = Array.from({ length: count }, (_, at) => {
    const n = from + at;
    const above = from + Math.floor(at / 10);
    return [
      ...[`${mark}${n}`, `N${n}`, `19${String(n).padStart(9, '0')}`, `总部/${mark}${n % 500}`, `岗位${n % 40}`],
      ...[
        above === n ? '' : `N${above}`,
        `2024-01-${String((n % 28) + 1).padStart(2, '0')}`,
        n % 2 === 0 ? '男' : '女',
      ],
    ];
  });
  return [head, ...rows];
}
