import { getTableName, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { enterpriseId, gmtCreate, gmtModified, id, moment, sort } from '#src/server/core/db/columns.ts';
import { atLeast, matches } from '#src/server/core/db/constraints.ts';

/**
 * A department. Its id stays when it is renamed or moved; packs, spreadsheets and audiences name it by its path (decision 088).
 */
export const department = pgTable(
  'department',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    parentId: uuid('parent_id'),
    /** Of the enterprise or a directory service; unlike the path, it stays. */
    code: text('code'),
    /** Part of the path: the name in the language of the enterprise. */
    name: text('name').notNull(),
    /** The name in the other language of the portal. */
    otherName: text('other_name'),
    /** Names from the top, separated by `/`. Kept by `portal.set_department_paths`. */
    path: text('path').notNull(),
    /** A member; members are never deleted. */
    headId: uuid('head_id'),
    sort: sort(),
    /** A closed department has no members, and nobody is assigned to it. */
    closedAt: moment('closed_at'),
    /** The department that its members and its place in audiences went to. */
    mergedInto: uuid('merged_into'),
    revision: integer('revision').notNull().default(1),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({
      name: 'department_parent_fk',
      columns: [t.enterpriseId, t.parentId],
      foreignColumns: [t.enterpriseId, t.id],
    }),
    foreignKey({
      name: 'department_merged_into_fk',
      columns: [t.enterpriseId, t.mergedInto],
      foreignColumns: [t.enterpriseId, t.id],
    }),
    uniqueIndex('department_open_path')
      .on(t.enterpriseId, t.path)
      .where(sql`closed_at is null`),
    uniqueIndex('department_code')
      .on(t.enterpriseId, t.code)
      .where(sql`code is not null`),
    index().on(t.enterpriseId, t.parentId),
    index('department_of_head')
      .on(t.enterpriseId, t.headId)
      .where(sql`head_id is not null`),
    matches(t.name, '^[^/／]+$'),
    atLeast(t.revision, 1),
  ],
);

/** A position (岗位), e.g. welder. Independent of departments. */
export const position = pgTable(
  'position',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: text('code'),
    /** In the language of the enterprise; spreadsheets name it so. */
    name: text('name').notNull(),
    otherName: text('other_name'),
    sort: sort(),
    closedAt: moment('closed_at'),
    /** The position that its members went to; null: they have none. */
    mergedInto: uuid('merged_into'),
    revision: integer('revision').notNull().default(1),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({
      name: 'position_merged_into_fk',
      columns: [t.enterpriseId, t.mergedInto],
      foreignColumns: [t.enterpriseId, t.id],
    }),
    uniqueIndex('position_open_name')
      .on(t.enterpriseId, t.name)
      .where(sql`closed_at is null`),
    uniqueIndex('position_code')
      .on(t.enterpriseId, t.code)
      .where(sql`code is not null`),
    atLeast(t.revision, 1),
  ],
);

/**
 * Columns of a table of rules that say whom something concerns: members to whom all that a row names applies. `excluded`: whom it does not
 * concern, although another row names them. A table adds the column of the thing.
 */
export const ruleColumns = () => ({
  enterpriseId: enterpriseId(),
  id: id(),
  excluded: boolean('excluded').notNull().default(false),
  departmentId: uuid('department_id'),
  withBelow: boolean('with_below').notNull().default(true),
  positionId: uuid('position_id'),
  joinedSince: date('joined_since', { mode: 'string' }),
});

/** Primary key and places of a table with `ruleColumns`: foreign keys named `<table>_department_fk` and `<table>_position_fk`. */
export const ruleKeys = <T extends string>(t: {
  [name in 'enterpriseId' | 'id' | 'departmentId' | 'positionId']: AnyPgColumn<{ tableName: T }>;
}) => {
  const name = getTableName(t.id.table);
  return [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({
      name: `${name}_department_fk`,
      columns: [t.enterpriseId, t.departmentId],
      foreignColumns: [department.enterpriseId, department.id],
    }),
    foreignKey({
      name: `${name}_position_fk`,
      columns: [t.enterpriseId, t.positionId],
      foreignColumns: [position.enterpriseId, position.id],
    }),
    index().on(t.enterpriseId, t.departmentId),
  ];
};
