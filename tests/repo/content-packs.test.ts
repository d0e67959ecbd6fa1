import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Manifest } from '#src/server/pack/pack.ts';
import { AnnouncementHead, Approvals, Comments, Reactions } from '#src/server/pack/pack-comments.ts';
import { Certificates, CertificateTemplates } from '#src/server/pack/pack-certificates.ts';
import { Course, Projects, Tasks } from '#src/server/pack/pack-courses.ts';
import { Lecturers, Person } from '#src/server/pack/pack-people.ts';
import { Article, Site } from '#src/server/pack/pack-site.ts';
import { Accommodations } from '#src/server/pack/pack-accommodations.ts';
import { CoachingPlans } from '#src/server/pack/pack-coaching.ts';
import { Community } from '#src/server/pack/pack-community.ts';
import { InitialEvaluations, Rubrics } from '#src/server/pack/pack-evaluation.ts';
import { Bank, Exam } from '#src/server/pack/pack-exams.ts';
import { DepartmentEntries, PositionEntries, RequirementEntries } from '#src/server/pack/pack-organisation.ts';
import { Sittings, Papers } from '#src/server/pack/pack-attempts.ts';
import { Practices } from '#src/server/pack/pack-practices.ts';
import { Orders } from '#src/server/pack/pack-orders.ts';
import { History } from '#src/server/pack/pack-history.ts';
import { Questionnaire } from '#src/server/pack/pack-questionnaires.ts';
import { PEOPLE_COLUMNS } from '#src/server/pack/people-columns.ts';

/*
 * docs/content-packs.md and the schemas of the pack agree: every object of a file has a table (`<!-- keys of FILE KEY … -->`)
 * with all its keys, which says which of them are required and which are whole numbers.
 */

const DOCUMENT = readFileSync(new URL('../../docs/content-packs.md', import.meta.url), 'utf8');

const FILES: Record<string, z.ZodType> = {
  'site.yaml': Site,
  'people.csv': Person,
  'lecturers.yaml': Lecturers,
  'certificates.yaml': Certificates,
  'certificate-templates.yaml': CertificateTemplates,
  'tasks.yaml': Tasks,
  'coaching.yaml': CoachingPlans,
  'projects.yaml': Projects,
  'reactions.yaml': Reactions,
  'history.yaml': History,
  'orders.yaml': Orders,
  'comments.yaml': Comments,
  'community.yaml': Community,
  'approvals.yaml': Approvals,
  'rubrics.yaml': Rubrics,
  'accommodations.yaml': Accommodations,
  'departments.yaml': DepartmentEntries,
  'positions.yaml': PositionEntries,
  'requirements.yaml': RequirementEntries,
  'evaluations.yaml': InitialEvaluations,
  'papers.yaml': Papers,
  'practices.yaml': Practices,
  'sittings.yaml': Sittings,
  articles: Article,
  courses: Course,
  banks: Bank,
  exams: Exam,
  questionnaires: Questionnaire,
  announcements: AnnouncementHead,
  'media/manifest.json': Manifest,
};

type Key = { required: boolean; whole: boolean };
type Keys = Record<string, Key>;

/** Returns the alternatives of a schema, of a list those of its items. */
function alternatives(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodArray) return alternatives(schema.element);
  if (schema instanceof z.ZodRecord) return alternatives(schema.valueType);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(alternatives);
  if (schema instanceof z.ZodPipe) return [...alternatives(schema.in), ...alternatives(schema.out)];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return alternatives(schema.unwrap());
  return [schema];
}

/** Returns the keys of every object in the files, by its path; an object that occurs twice, at its first place. */
function schemaKeys(): Map<string, Keys> {
  const found = new Map<string, Keys>();
  const seen = new Set<unknown>();
  const visit = (schema: z.core.$ZodType, path: string) => {
    const objects = alternatives(schema).filter((each) => each instanceof z.ZodObject);
    // A text by language.
    const isLocalized = objects.some(({ shape: keys }) => Object.keys(keys).join() === 'zh,en');
    if (objects.length === 0 || isLocalized || seen.has(objects[0])) return;
    for (const object of objects) seen.add(object);
    const keys: Keys = {};
    const names = new Set(objects.flatMap((object) => Object.keys(object.shape)));
    for (const name of names) {
      const values = objects.map((object) => object.shape[name] as z.ZodType | undefined);
      keys[name] = {
        required: values.every((value) => value !== undefined && !value.safeParse(undefined).success),
        whole: values.some((value) => value && alternatives(value).some((each) => each instanceof z.ZodNumberFormat)),
      };
    }
    found.set(path, keys);
    for (const object of objects)
      for (const [name, value] of Object.entries(object.shape)) visit(value as z.ZodType, `${path} ${name}`);
  };
  for (const [file, schema] of Object.entries(FILES)) visit(schema, file);
  return found;
}

type Table = { paths: string[]; rows: string[][]; columns: string[] };
const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

function documentTables(): Table[] {
  return [...DOCUMENT.matchAll(/<!-- keys of (.+) -->\n\n((?:\|.*\|\n)+)/g)].map(([, paths, table]) => {
    const [header, , ...rows] = table!.trim().split('\n').map(cellsOf);
    return { paths: paths!.split('; '), rows, columns: header! };
  });
}

function documentKeys(): Map<string, Keys> {
  const found = new Map<string, Keys>();
  for (const { paths, rows, columns } of documentTables())
    for (const path of paths) {
      const keys = found.get(path) ?? {};
      found.set(path, keys);
      for (const cells of rows)
        for (const [, name] of cells[0]!.matchAll(/`([^`]+)`/g))
          keys[name!] = {
            required: cells[columns.indexOf('required')] === 'yes',
            whole: /whole number/.test(cells.at(-1)!),
          };
    }
  return found;
}

describe('docs/content-packs.md', () => {
  const documented = documentKeys();

  it.each([...schemaKeys()])('describes the keys of %s', (path, keys) => {
    expect(documented.get(path)).toEqual(keys);
  });

  it('has no table for objects that do not exist', () => {
    expect([...documented.keys()].filter((path) => !schemaKeys().has(path))).toEqual([]);
  });

  it('lists the headings of the columns of the people file', () => {
    const table = documentTables().find(({ paths }) => paths.includes('people.csv'))!;
    const column = table.columns.indexOf('other headings');
    expect(Object.fromEntries(table.rows.map((cells) => [cells[0]!.slice(1, -1), cells[column]!.split(', ')]))).toEqual(
      PEOPLE_COLUMNS,
    );
  });
});
