import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { enterpriseId, gmtCreate, gmtModified, id } from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';

/** A private note of a member about a resource. The browser makes the id, so that a repeated request stores it once. */
export const studyNote = pgTable(
  'study_note',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    courseId: uuid('course_id').notNull(),
    resourceId: uuid('resource_id').notNull(),
    /** Second of a video or audio, page (from 1) of a document; null: about the resource as a whole. */
    position: integer('position'),
    unit: text('unit').$type<'second' | 'page'>(),
    text: text('text').notNull(),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({ columns: [t.enterpriseId, t.courseId], foreignColumns: [course.enterpriseId, course.id] }),
    foreignKey({
      columns: [t.enterpriseId, t.resourceId],
      foreignColumns: [courseResource.enterpriseId, courseResource.id],
    }),
    index().on(t.enterpriseId, t.userId, t.gmtCreate, t.id),
    memberKey(t.enterpriseId, t.userId),
    atLeast(t.position, 0),
    oneOf(t.unit, ['second', 'page']),
    check('study_note_place_check', sql`(${t.position} is null) = (${t.unit} is null)`),
  ],
);
