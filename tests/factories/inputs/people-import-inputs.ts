import { and, eq, inArray } from 'drizzle-orm';
import type { peopleImport } from '#src/contract/people-import.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { type ImportState, personImport, personImportRow } from '#src/server/people/tables/import.ts';
import type { Inputs, Scene } from '../scene.ts';

const OPTIONS = { emptyClears: false, keepEdited: true, refuseNew: false, allMissing: false };

/** An import of the person with one new person; no other one is being applied. */
async function importOf({ world, person }: Scene, state: ImportState): Promise<string> {
  const enterpriseId = world.tenant.id;
  return withTenant(enterpriseId, async (db) => {
    const running = inArray(personImport.state, ['applying', 'undoing']);
    await db
      .update(personImport)
      .set({ state: 'undone' })
      .where(and(eq(personImport.enterpriseId, enterpriseId), running));
    const cells = ['Ann', `E-${world.mark}`];
    const [stored] = await db
      .insert(personImport)
      .values({
        ...{ enterpriseId, userId: person.userId, locale: 'en', state, planNumber: 1, options: OPTIONS },
        ...{
          fileName: `${world.mark}.csv`,
          headings: ['Name', 'Employee number'],
          columns: ['userName', 'employeeNo'],
        },
        file: Buffer.from(`Name,Employee number\n${cells.join()}\n`),
        sheets: [{ name: '', hidden: false, header: 0, top: [{ line: 1, cells: ['Name', 'Employee number'] }] }],
        counts: { new: 1, changed: 0, unchanged: 0, missing: 0, wrong: 0 },
        appliedAt: state === 'applied' ? new Date() : null,
      })
      .returning({ id: personImport.id });
    const given = { userName: 'Ann', employeeNo: cells[1] };
    await db.insert(personImportRow).values({
      ...{
        enterpriseId,
        importId: stored!.id,
        number: 1,
        line: 2,
        cells,
        given,
        kind: 'new',
        name: world.mark,
        after: given,
      },
    });
    return stored!.id;
  });
}

export const peopleImportInputs: Inputs<keyof typeof peopleImport> = {
  'POST /people/auth/import/upload': () => ({ file: new File(['姓名,工号\n张三,1'], 'people.csv') }),
  'GET /people/auth/import/view': async (scene) => ({ id: await importOf(scene, 'planned') }),
  'PUT /people/auth/import/plan': async (scene) => ({
    ...{ id: await importOf(scene, 'waiting'), sheet: 0, header: 0 },
    ...{ columns: ['userName', 'employeeNo'], options: OPTIONS },
  }),
  'POST /people/auth/import/row/page': async (scene) => ({ id: await importOf(scene, 'planned') }),
  'PUT /people/auth/import/apply': async (scene) => ({ id: await importOf(scene, 'planned'), plan: 1 }),
  'PUT /people/auth/import/undo': async (scene) => ({ id: await importOf(scene, 'applied') }),
  'DELETE /people/auth/import/delete': async (scene) => ({ id: await importOf(scene, 'planned') }),
  'POST /people/auth/import/page': () => ({}),
  'POST /people/auth/import/download': async (scene) => ({ id: await importOf(scene, 'planned'), format: 'csv' }),
  'GET /people/auth/import/template': () => ({ kind: 'empty' }),
};
