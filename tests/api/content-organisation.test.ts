import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { importPack } from '#src/server/content/import-pack.ts';
import { readPack } from '#src/server/content/read-pack.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { copyDemoPack, editPack } from '../factories/demo-pack.ts';

const NOW = new Date('2026-05-10T03:00:00Z');
const NOTHING = { created: 0, updated: 0, unpublished: 0 };
const MISTAKES = `
- code: forklift
  title: 叉车
  subjects: [{ course: no-such-course }, { course: infosec-basics, exam: infosec-exam }]
  audience: [{ department: 仓储物流, position: 叉车师机 }]
  dueDays: 30
- code: forklift
  title: 叉车
  subjects: [{ course: infosec-basics }]
`;
const POSITIONS = `
- { code: turner, name: 数控车工, otherName: CNC turner, sort: 1 }
- { code: welder, name: 焊工 }
`;
const REQUIREMENTS = (phones: string) => `
- code: safety-yearly
  title: 车间安全
  since: -400d
  subjects: [{ course: manual-handling }, { certificate: annual-safety-certificate }]
  audience: [{ department: 机加工车间 }, { position: 焊工 }]
  except: [{ position: 实习生 }]
  people: ['${phones}00002']
  dueDays: 30
  repeatMonths: 12
  exemptions: [{ phone: '${phones}00002', reason: 病假, until: +30d }]
- code: by-date
  title: 信息安全
  subjects: [{ exam: infosec-exam }]
  audience: all
  dueOn: +90d
  status: draft
`;

let folder: string;
let phones: string;
let id: string;

const importAgain = async (overwrite = false) => {
  const lines: string[] = [];
  const counts = await importPack(folder, { password: null, now: NOW, overwrite, log: (line) => lines.push(line) });
  return { counts, kept: lines.filter((line) => line.includes('in the portal')) };
};
const rowsOf = async <Row extends Record<string, unknown>>(text: string) =>
  (await withTenant(id, (db) => db.execute<Row>(sql.raw(text)))).rows;
const assignments = (code: string) =>
  rowsOf<{ phone: string; opened: string; reason: string; closed: boolean }>(`
    select right(a.phone, 5) as phone, (s.opened_at at time zone 'Asia/Shanghai')::date::text as opened, s.open_reason as reason,
           s.closed_at is not null as closed
    from requirement_assignment s join requirement r on r.enterprise_id = s.enterprise_id and r.id = s.requirement_id
    join portal.user_account a on a.id = s.user_id where r.code = '${code}' order by 1, 2`);

beforeAll(async () => {
  ({ folder, phones } = await copyDemoPack('huaxin', { 'positions.yaml': POSITIONS, 'requirements.yaml': '[]' }));
  await editPack(folder, 'requirements.yaml', () => REQUIREMENTS(phones));
  await editPack(folder, 'departments.yaml', () => '- { department: 华东/焊装, code: weld, otherName: Welding }\n');
  await editPack(folder, 'people.csv', (text) => {
    const lines = text.trim().split('\n');
    return `${[`${lines[0]!},joinedOn,superior`, ...lines.slice(1).map((line) => `${line},,`)].join('\n')}\n`;
  });
  await editPack(folder, 'people.csv', (text) =>
    text
      .replace(new RegExp(`^(${phones}00001,.*),,$`, 'm'), `$1,2026/3/1,${phones}00010`)
      .replace(new RegExp(`^(${phones}00010,.*),,$`, 'm'), `$1,2019-01-07,${phones}00004`),
  );
  id = (await importPack(folder, { password: null, now: NOW })).enterpriseId;
});

describe('positions, departments and people of a content pack', () => {
  it('are imported with codes, names, superiors and joining dates, and again without a change', async () => {
    expect(
      await rowsOf(`select code, name, other_name, sort from position where code is not null order by code`),
    ).toEqual([
      { code: 'turner', name: '数控车工', other_name: 'CNC turner', sort: 1 },
      { code: 'welder', name: '焊工', other_name: null, sort: 0 },
    ]);
    expect(await rowsOf(`select path, other_name from department where code = 'weld'`)).toEqual([
      { path: '华东/焊装', other_name: 'Welding' },
    ]);
    const people = await rowsOf(`
      select right(a.phone, 5) as phone, u.joined_on::text as joined, right(s.phone, 5) as superior,
             (h.since at time zone 'Asia/Shanghai')::text as since
      from enterprise_user u join portal.user_account a on a.id = u.user_id
      left join portal.user_account s on s.id = u.superior_id
      join member_history h on h.enterprise_id = u.enterprise_id and h.user_id = u.user_id
      where u.joined_on is not null order by 1`);
    expect(people).toEqual([
      { phone: '00001', joined: '2026-03-01', superior: '00010', since: '2026-03-01 00:00:00' },
      { phone: '00010', joined: '2019-01-07', superior: '00004', since: '2019-01-07 00:00:00' },
    ]);
    expect((await importAgain()).counts).toMatchObject(NOTHING);
  });

  it('are renamed by the pack, and stay where the portal has put them', async () => {
    await editPack(folder, 'positions.yaml', (text) => text.replace('name: 数控车工', 'name: 车工'));
    await editPack(folder, 'departments.yaml', (text) => text.replace('华东/焊装', '华东/焊接'));
    const before = await rowsOf<{ id: string }>(`select id from department where code = 'weld'`);
    await importAgain();
    expect(await rowsOf(`select id, path from department where code = 'weld'`)).toEqual([
      { id: before[0]!.id, path: '华东/焊接' },
    ]);
    // The people file still has the former name of the position, which is a position of its own.
    expect(await rowsOf(`select name from position where code = 'turner'`)).toEqual([{ name: '车工' }]);
    await withTenant(id, async (db) => {
      await db.execute(sql`update department set name = '焊接中心' where code = 'weld'`);
      await db.execute(sql`select portal.set_department_paths(${id}, ${before[0]!.id})`);
      await db.execute(sql`update position set other_name = 'Lathe operator' where code = 'turner'`);
    });
    await editPack(folder, 'people.csv', (text) => text.replace(/机加工车间,实习生/, '华东/焊接/一班,实习生'));
    const { kept } = await importAgain();
    expect(kept.join('\n')).toMatch(
      /department "weld" was changed in the portal and stays: path \(portal 华东\/焊接中心/,
    );
    expect(kept.join('\n')).toMatch(/position "turner" was changed in the portal and stays/);
    expect(await rowsOf(`select department from enterprise_user where post = '实习生'`)).toEqual([
      { department: '华东/焊接中心/一班' },
    ]);
  });

  it('are refused with superiors who are not there, or above themselves', async () => {
    const broken = await copyDemoPack('huaxin');
    await editPack(broken.folder, 'people.csv', (text) => {
      const [head, first, second, ...lines] = text.trim().split('\n');
      const [a, b] = [`${broken.phones}00001`, `${broken.phones}00002`];
      return [`${head},superior`, `${first},${b}`, `${second},${a}`, ...lines.map((line) => `${line},N404`)].join('\n');
    });
    const { mistakes } = await readPack(broken.folder);
    expect(mistakes.slice(0, 2).map(({ line, message }) => `${line} ${message.replaceAll(broken.phones, '')}`)).toEqual(
      ['2 the superior "00002" is below this person', '4 there is no person with the phone or employee number "N404"'],
    );
  });
});

describe('requirements of a content pack', () => {
  it('are given to those whom they concern, since they are valid or since people joined', async () => {
    expect(await assignments('safety-yearly')).toEqual([
      { phone: '00001', opened: '2026-03-01', reason: 'joined', closed: false },
      { phone: '00002', opened: '2026-05-10', reason: 'listed', closed: false },
      { phone: '00010', opened: '2025-04-05', reason: 'rule', closed: false },
    ]);
    expect(await assignments('by-date')).toEqual([]);
    const states = await rowsOf(`
      select right(a.phone, 5) as phone, s.valid_until is not null as done, s.exempt_until is not null as exempt
      from requirement_state s join portal.user_account a on a.id = s.user_id order by 1`);
    expect(states).toEqual([
      // A certificate that has expired.
      { phone: '00001', done: true, exempt: false },
      { phone: '00002', done: false, exempt: true },
      { phone: '00010', done: false, exempt: false },
    ]);
  });

  it('get another version when their terms change, follow their audience, and are withdrawn when they leave the pack', async () => {
    await editPack(folder, 'requirements.yaml', (text) =>
      text.replace('repeatMonths: 12', 'repeatMonths: 6').replace('status: draft', 'status: published'),
    );
    const { counts } = await importAgain();
    expect(counts.updated).toBeGreaterThan(0);
    const versions = () =>
      rowsOf(`
        select r.code, r.phase, v.number, v.repeat_months as months, v.since is not null as since, v.until is not null as until
        from requirement r join requirement_version v on v.enterprise_id = r.enterprise_id and v.requirement_id = r.id order by 1, 3`);
    expect(await versions()).toEqual([
      { code: 'by-date', phase: 'published', number: 1, months: null, since: true, until: false },
      { code: 'safety-yearly', phase: 'published', number: 1, months: 12, since: true, until: true },
      { code: 'safety-yearly', phase: 'published', number: 2, months: 6, since: true, until: false },
    ]);
    expect((await assignments('by-date')).length).toBeGreaterThan(15);
    expect((await importAgain()).counts).toMatchObject(NOTHING);
    const text = await readFile(join(folder, 'requirements.yaml'), 'utf8');
    await editPack(folder, 'requirements.yaml', () => text.slice(text.indexOf('- code: by-date')));
    expect((await importAgain()).counts.unpublished).toBe(1);
    expect((await assignments('safety-yearly')).every(({ closed }) => closed)).toBe(true);
    await editPack(folder, 'requirements.yaml', () => text);
    await importAgain();
    expect((await assignments('safety-yearly')).filter(({ closed }) => !closed)).toHaveLength(3);
    expect((await importAgain()).counts).toMatchObject(NOTHING);
  });

  it('stay as the portal has changed them, until the pack is said to win', async () => {
    await withTenant(id, (db) =>
      db.execute(sql`update requirement set title = '车间安全（新）' where code = 'safety-yearly'`),
    );
    await editPack(folder, 'requirements.yaml', (text) => text.replace('repeatMonths: 6', 'repeatMonths: 24'));
    const { kept } = await importAgain();
    expect(kept.join('\n')).toMatch(/requirement "safety-yearly" was changed in the portal and stays: title/);
    expect(await rowsOf(`select 1 from requirement_version where repeat_months = 24`)).toEqual([]);
    await importAgain(true);
    expect(await rowsOf(`select title from requirement where code = 'safety-yearly'`)).toEqual([{ title: '车间安全' }]);
    expect(await rowsOf(`select 1 as one from requirement_version where repeat_months = 24`)).toEqual([{ one: 1 }]);
  });

  it('are refused with mistakes by file and line', async () => {
    const broken = await copyDemoPack('huaxin', { 'requirements.yaml': MISTAKES });
    const { mistakes } = await readPack(broken.folder);
    expect(mistakes.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
      'requirements.yaml:4 names either a "course", a "project", an "exam" or a "certificate"',
      'requirements.yaml:4 there is no course "no-such-course"',
      'requirements.yaml:5 there is no department "仓储物流" (did you mean "仓储物流部"?)',
      'requirements.yaml:5 there is no position "叉车师机" (did you mean "叉车司机"?)',
      'requirements.yaml:7 either "dueDays" or "dueOn" is needed',
      'requirements.yaml:7 concerns nobody: "audience" (groups, or all) or "people" is needed',
      'requirements.yaml:7 requirement "forklift" is declared twice (also at requirements.yaml:2)',
    ]);
  });
});
