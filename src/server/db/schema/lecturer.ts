import { boolean, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { amount, code, enterpriseId, gmtCreate, id, sort } from './columns.ts';

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
  (t) => [primaryKey({ columns: [t.enterpriseId, t.id] }), unique().on(t.enterpriseId, t.code)],
);
