import { check, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { enterpriseId, gmtCreate, id, moment } from '#src/server/core/db/columns.ts';
import { oneOf } from '#src/server/core/db/constraints.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';

/** What can be commented on, liked, bookmarked and rated. The operations check that the subject exists. */
export type SubjectType = 'course' | 'project' | 'announcement' | 'post';

/** A comment, or with `parentId` a reply to one. Deleted comments are kept as evidence, but not shown. */
export const comment = pgTable(
  'comment',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    subjectType: text('subject_type').$type<SubjectType>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** The comment that this one replies to; replies are one level deep. */
    parentId: uuid('parent_id'),
    /** The author of the reply that this one answers; null if it answers the comment. */
    replyToUserId: uuid('reply_to_user_id'),
    userId: uuid('user_id').notNull(),
    /** Plain text. */
    body: text('body').notNull(),
    gmtCreate: gmtCreate(),
    deletedAt: moment('deleted_at'),
    /** The user who deleted it: the author or an administrator. */
    deletedBy: uuid('deleted_by'),
    /** Hidden by a moderator, or held for review. */
    hiddenAt: moment('hidden_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({ columns: [t.enterpriseId, t.parentId], foreignColumns: [t.enterpriseId, t.id] }),
    index().on(t.enterpriseId, t.subjectType, t.subjectId, t.parentId, t.gmtCreate, t.id),
    index().on(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.replyToUserId),
    memberKey(t.enterpriseId, t.deletedBy),
    oneOf(t.subjectType, ['course', 'project', 'announcement', 'post']),
    check('comment_reply_check', sql`${t.replyToUserId} is null or ${t.parentId} is not null`),
    check('comment_deleted_check', sql`${t.deletedBy} is null or ${t.deletedAt} is not null`),
  ],
);

/** Counters over `comment`, `reaction` and `course_progress`, maintained by their triggers. No row: all zero. */
export const subjectTotal = pgTable(
  'subject_total',
  {
    enterpriseId: enterpriseId(),
    subjectType: text('subject_type').$type<SubjectType>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    likeCount: integer('like_count').notNull().default(0),
    bookmarkCount: integer('bookmark_count').notNull().default(0),
    ratingCount: integer('rating_count').notNull().default(0),
    ratingSum: integer('rating_sum').notNull().default(0),
    /** Number of ratings 1, 2, 3, 4 and 5. */
    ratingCounts: integer('rating_counts').array().notNull().default([0, 0, 0, 0, 0]),
    /** Comments and replies that are shown. */
    commentCount: integer('comment_count').notNull().default(0),
    /** Of a course: users who have started it. */
    studentCount: integer('student_count').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.subjectType, t.subjectId] }),
    oneOf(t.subjectType, ['course', 'project', 'announcement', 'post']),
    // The counters have no CHECK: a change is an upsert, and CHECKs apply to the row it would insert, which may contain
    // −1.
    check('subject_total_rating_counts_check', sql`cardinality(${t.ratingCounts}) = 5`),
  ],
);
