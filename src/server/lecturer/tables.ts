import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { amount, code, enterpriseId, gmtCreate, id, moment, sort } from '#src/server/core/db/columns.ts';
import { atLeast } from '#src/server/core/db/constraints.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';

export const lecturer = pgTable(
  'lecturer',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    userId: uuid('user_id'),
    lecturerName: text('lecturer_name').notNull(),
    lecturerLevel: text('lecturer_level').notNull(),
    title: text('title'),
    intro: text('intro'),
    photoFileId: uuid('photo_file_id'),
    annualTeachingHours: amount('annual_teaching_hours').notNull().default('0'),
    sort: sort(),
    published: boolean('published').notNull().default(true),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    memberKey(t.enterpriseId, t.userId),
    atLeast(t.annualTeachingHours, 0),
  ],
);

/** A lesson that a lecturer taught. */
export const teachingRecord = pgTable(
  'teaching_record',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    lecturerId: uuid('lecturer_id').notNull(),
    code: code(),
    title: text('title').notNull(),
    /** The course it belongs to, if that is in the portal. */
    courseId: uuid('course_id'),
    taughtAt: moment('taught_at').notNull(),
    classHours: amount('class_hours').notNull(),
    place: text('place'),
    /** Number of participants. */
    attendeeCount: integer('attendee_count'),
    published: boolean('published').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    foreignKey({ columns: [t.enterpriseId, t.lecturerId], foreignColumns: [lecturer.enterpriseId, lecturer.id] }),
    index().on(t.enterpriseId, t.lecturerId, t.taughtAt, t.id),
    atLeast(t.classHours, 0),
    atLeast(t.attendeeCount, 0),
  ],
);
