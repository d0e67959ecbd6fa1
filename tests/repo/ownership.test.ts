import { beforeAll, describe, expect, it } from 'vitest';
import { DOMAINS, READS } from '../config/import-rules.js';
import { sources } from './source-tree.ts';
import { readTables, TABLES_FILE, type TableUse, tableUses } from './table-use.ts';

/*
 * A domain owns its tables: nobody else writes them, and who reads them says so in `tests/config/import-rules.js`. Parts of the
 * server that are no domain write none. Erasing a person (server/privacy) concerns all tables: it follows a list of them, and may write
 * any.
 */

/** History, not rules. */
const MIGRATIONS = 'src/server/core/db/migrations/';

let tables: Awaited<ReturnType<typeof readTables>>;
let uses: TableUse[];
beforeAll(async () => {
  tables = await readTables();
  uses = sources('src/server', /\.(?:ts|sql)$/)
    .filter(({ path }) => !TABLES_FILE.test(path) && !path.startsWith(MIGRATIONS))
    .flatMap((source) => tableUses(source, tables));
});

/** Declared reads as `reader table`. */
const DECLARED = [
  ...Object.entries(DOMAINS).map(([name, { reads }]) => [name, reads] as const),
  ...Object.entries(READS),
].flatMap(([name, reads]) =>
  Object.entries(reads).flatMap(([owner, names]) => names.map((table) => ({ reader: name, owner, table }))),
);

function foreignWrites(found: TableUse[]): string[] {
  return found
    .filter(({ by, table, kind }) => kind === 'write' && by !== 'privacy' && tables.owners.get(table) !== by)
    .map(({ file, table }) => `${file} writes ${table}, which ${tables.owners.get(table)} owns`);
}

function undeclaredReads(found: TableUse[]): string[] {
  const declared = new Set(DECLARED.map(({ reader, table }) => `${reader} ${table}`));
  return found
    .filter(
      ({ by, table, kind }) => kind === 'read' && tables.owners.get(table) !== by && !declared.has(`${by} ${table}`),
    )
    .map(({ file, table }) => `${file} reads ${table}, which ${tables.owners.get(table)} owns`);
}

describe('tables', () => {
  it('are found, each with one owner', () => {
    expect(tables.owners.size).toBeGreaterThan(150);
    expect(uses.filter(({ kind }) => kind === 'write').length).toBeGreaterThan(300);
    expect([...new Set(tables.owners.values())].filter((owner) => owner !== 'core' && !(owner in DOMAINS))).toEqual([]);
  });

  it('are written by their owners only', () => {
    expect(foreignWrites(uses)).toEqual([]);
  });

  it('are read by their owners and those who declare it', () => {
    expect(undeclaredReads(uses)).toEqual([]);
  });

  it('have no declared reader who does not read them, or with another owner', () => {
    const read = new Set(uses.map(({ by, table }) => `${by} ${table}`));
    const wrong = DECLARED.filter(
      ({ reader, owner, table }) => tables.owners.get(table) !== owner || !read.has(`${reader} ${table}`),
    );
    expect(wrong).toEqual([]);
  });

  it('attempts at exams are written in one folder', () => {
    const writers = uses.filter(({ table, kind }) => table === 'exam_attempt' && kind === 'write');
    expect(writers.map(({ file }) => file).filter((file) => !file.startsWith('src/server/exam/attempt/'))).toEqual([]);
    expect(writers.length).toBeGreaterThan(5);
  });
});

describe('a planted use is found:', () => {
  const planted = (path: string, text: string) => tableUses({ path, text }, tables);

  it.each([
    [
      'Drizzle',
      `import { examAttempt } from '#src/server/exam/tables/attempt.ts';
       export const f = (db) => db.update(examAttempt).set({ passed: true });`,
    ],
    [
      'another name',
      `import { examAttempt as a } from '../exam/tables/attempt.ts';
       export const f = (db) => db.delete(a);`,
    ],
    ['SQL in a template', 'export const f = (db) => db.execute(sql`update exam_attempt a set passed = ${1}`);'],
    [
      'a table in a template',
      `import { examAttempt } from '#src/server/exam/tables/attempt.ts';
       export const f = (db) => db.execute(sql\`delete from \${examAttempt} where true\`);`,
    ],
    ['SQL in a string', "export const INSERT = 'insert into public.exam_attempt (id) values ($1)';"],
    [
      'an importer',
      `import { examAttempt } from '#src/server/exam/tables/attempt.ts';
       export const f = (importing) => syncByCode(importing, 'attempt', examAttempt, []);`,
    ],
  ])('a write with %s', (_, text) => {
    expect(foreignWrites(planted('src/server/lecturer/planted.ts', text))).toEqual([
      'src/server/lecturer/planted.ts writes exam_attempt, which exam owns',
    ]);
    expect(foreignWrites(planted('src/server/exam/attempt/planted.ts', text))).toEqual([]);
  });

  it('a write in a file of SQL', () => {
    const text = 'create function f() returns void language sql as $$ update only exam_attempt set passed = true $$;';
    expect(foreignWrites(planted('src/server/lecturer/rules.sql', text))).toHaveLength(1);
  });

  it.each([
    [
      'Drizzle',
      `import { examAttempt } from '#src/server/exam/tables/attempt.ts';
       export const f = (db) => db.select().from(examAttempt);`,
    ],
    ['SQL', 'export const f = (db) => db.execute(sql`select from post p join exam_attempt a on true where ${1}`);'],
  ])('a read with %s', (_, text) => {
    expect(undeclaredReads(planted('src/server/lecturer/planted.ts', text))).toContain(
      'src/server/lecturer/planted.ts reads exam_attempt, which exam owns',
    );
    expect(undeclaredReads(planted('src/server/exam/planted.ts', text)).join()).not.toContain('exam_attempt');
  });

  it('a type is no read', () => {
    const text = `import type { examAttempt } from '#src/server/exam/tables/attempt.ts';
      export type Attempt = typeof examAttempt.$inferSelect;`;
    expect(planted('src/server/lecturer/planted.ts', text)).toEqual([]);
  });
});
