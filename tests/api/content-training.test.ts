import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { trainingAttendance, trainingSeat, trainingSession } from '#src/server/training/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { importPack } from '#src/server/content/import-pack.ts';
import { readPack } from '#src/server/content/read-pack.ts';
import { copyDemoPack, editPack } from '../factories/demo-pack.ts';

const COURSE = 'courses/12-first-aid.yaml';
const NOW = new Date('2026-05-10T04:00:00Z');

const copyPack = async () => (await copyDemoPack('huaxin')).folder;

it('imports sessions with places and confirmed attendance, which posts class hours once', async () => {
  const folder = await copyPack();
  const { enterpriseId } = await importPack(folder, { password: null, now: NOW });
  const read = () =>
    withTenant(enterpriseId, async (db) => ({
      sessions: (await db.select().from(trainingSession).orderBy(asc(trainingSession.startAt))).map(
        ({ code, status, startAt }) => [code, status, startAt.toISOString()],
      ),
      seats: (await db.select().from(trainingSeat)).length,
      states: (await db.select().from(trainingAttendance)).map(({ state }) => state).sort(),
      hours: (await db.select().from(ledgerEntry).where(eq(ledgerEntry.title, '急救员实操培训（线下）')))
        .map(({ kind, amount }) => `${kind} ${amount}`)
        .sort(),
    }));
  const first = await read();
  expect(first.sessions).toContainEqual(['autumn', 'closed', '2026-04-10T01:00:00.000Z']);
  expect(first.sessions).toContainEqual(['second', 'planned', '2026-05-15T01:00:00.000Z']);
  expect(first.hours.filter((line) => line === 'hours 6.00')).toHaveLength(3);
  expect(first.states.filter((state) => state === 'absent')).toHaveLength(2);
  expect(await importPack(folder, { password: null, now: NOW })).toMatchObject({ created: 0, updated: 0 });
  // Relative times of planned sessions move with the day of import; confirmed sessions stay.
  await importPack(folder, { password: null, now: new Date(NOW.getTime() + 86_400_000) });
  const later = await read();
  expect(later.sessions).toContainEqual(['autumn', 'closed', '2026-04-10T01:00:00.000Z']);
  expect(later.sessions).toContainEqual(['second', 'planned', '2026-05-16T01:00:00.000Z']);
  expect([later.seats, later.hours, later.states]).toEqual([first.seats, first.hours, first.states]);
});

it('reports mistakes in sessions by file and line', async () => {
  const folder = await copyPack();
  await editPack(folder, COURSE, (text) =>
    text
      .replace("end: '-30d16h'", "end: '-31d16h'")
      .replace('capacity: 4', 'capacity: 3')
      .replace(/booked: \['\d+'\]/, "booked: ['13800009999']")
      .replace('lecturer: zhou-jianguo', 'lecturer: nobody-known'),
  );
  const { mistakes } = await readPack(folder);
  expect(mistakes.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
    expect.stringMatching(/12-first-aid\.yaml:\d+ .*should be later than start/),
    expect.stringMatching(/12-first-aid\.yaml:\d+ there is no lecturer "nobody-known"/),
    expect.stringMatching(/12-first-aid\.yaml:\d+ .*more people than places/),
    expect.stringMatching(/12-first-aid\.yaml:\d+ there is no person "13800009999"/),
  ]);
});
