import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { amount, enterpriseId, gmtCreate, gmtModified, id, moment } from '#src/server/core/db/columns.ts';
import { comment } from './comment.ts';
import { atLeast, between, oneOf } from '#src/server/core/db/constraints.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { post } from './post.ts';

/** Rules of the community of one tenant. No row: the defaults of server/community/settings.ts. */
export const communitySetting = pgTable(
  'community_setting',
  {
    enterpriseId: enterpriseId().primaryKey(),
    /** Visitors and search engines may read the community, if the tenant's public pages are open too. */
    isPublic: boolean('is_public').notNull().default(false),
    allowAnonymous: boolean('allow_anonymous').notNull().default(true),
    /** Members count as new for this many days after their first post. */
    newMemberDays: integer('new_member_days').notNull().default(3),
    /** Blogs, questions and answers per day: of new members, and of others. */
    newMemberDailyPosts: integer('new_member_daily_posts').notNull().default(5),
    dailyPosts: integer('daily_posts').notNull().default(50),
    /** Posts of new members with links are held for review. */
    reviewNewMemberLinks: boolean('review_new_member_links').notNull().default(true),
    /** Points for an accepted answer, and the most that one member gets per day. */
    acceptedPoints: amount('accepted_points').notNull().default('5'),
    acceptedPointsPerDay: amount('accepted_points_per_day').notNull().default('20'),
    /** Counts the changes. */
    revision: integer('revision').notNull().default(1),
    gmtModified: gmtModified(),
  },
  (t) => [
    atLeast(t.revision, 1),
    between(t.newMemberDays, 0, 365),
    between(t.newMemberDailyPosts, 1, 1000),
    between(t.dailyPosts, 1, 1000),
    atLeast(t.acceptedPoints, 0),
    atLeast(t.acceptedPointsPerDay, 0),
  ],
);

/** Members whom an administrator appointed as moderators of the community. */
export const communityModerator = pgTable(
  'community_moderator',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    appointedBy: uuid('appointed_by').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId] }),
    memberKey(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.appointedBy),
  ],
);

/** Words that posts and comments may not contain (`reject`), or that hold them for review (`review`). */
export const filteredWord = pgTable(
  'filtered_word',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    /** In the form in which texts are compared (lib/search-words.ts, `folded`). */
    word: text('word').notNull(),
    action: text('action').$type<'reject' | 'review'>().notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.word),
    oneOf(t.action, ['reject', 'review']),
  ],
);

export type CaseSource = 'report' | 'wordFilter' | 'newMember' | 'moderator';
export type ReportReason = 'spam' | 'abuse' | 'wrong' | 'offTopic' | 'private' | 'other';
export type ModerationAction = 'dismiss' | 'hide' | 'restore' | 'lock' | 'unlock' | 'move' | 'warn';
export type AppealState = 'pending' | 'accepted' | 'rejected';
/** What is needed to reverse a decision: the labels before `move`; the points of an accepted answer before `hide`. */
export type Undo = { labelIds?: string[]; acceptedPoints?: string };

/** A post or comment that moderators should look at, or have decided about. At most one open case per subject. */
export const moderationCase = pgTable(
  'moderation_case',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    /** Exactly one of the two. */
    postId: uuid('post_id'),
    commentId: uuid('comment_id'),
    source: text('source').$type<CaseSource>().notNull(),
    /** Words that the filter found. */
    detail: text('detail'),
    state: text('state').$type<'open' | 'closed'>().notNull().default('open'),
    reportCount: integer('report_count').notNull().default(0),
    gmtCreate: gmtCreate(),
    closedAt: moment('closed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({
      name: 'moderation_case_post_fk',
      columns: [t.enterpriseId, t.postId],
      foreignColumns: [post.enterpriseId, post.id],
    }),
    foreignKey({
      name: 'moderation_case_comment_fk',
      columns: [t.enterpriseId, t.commentId],
      foreignColumns: [comment.enterpriseId, comment.id],
    }),
    uniqueIndex('moderation_case_open_post')
      .on(t.enterpriseId, t.postId)
      .where(sql`state = 'open' and post_id is not null`),
    uniqueIndex('moderation_case_open_comment')
      .on(t.enterpriseId, t.commentId)
      .where(sql`state = 'open' and comment_id is not null`),
    index('moderation_case_queue').on(t.enterpriseId, t.state, t.gmtCreate, t.id),
    oneOf(t.source, ['report', 'wordFilter', 'newMember', 'moderator']),
    oneOf(t.state, ['open', 'closed']),
    check('moderation_case_subject_check', sql`num_nonnulls(${t.postId}, ${t.commentId}) = 1`),
    check('moderation_case_closed_at_check', sql`(${t.state} = 'closed') = (${t.closedAt} is not null)`),
    atLeast(t.reportCount, 0),
  ],
);

/** One member's report; a member reports a case once. */
export const moderationReport = pgTable(
  'moderation_report',
  {
    enterpriseId: enterpriseId(),
    caseId: uuid('case_id').notNull(),
    userId: uuid('user_id').notNull(),
    reason: text('reason').$type<ReportReason>().notNull(),
    note: text('note'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.caseId, t.userId] }),
    foreignKey({
      columns: [t.enterpriseId, t.caseId],
      foreignColumns: [moderationCase.enterpriseId, moderationCase.id],
    }),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.reason, ['spam', 'abuse', 'wrong', 'offTopic', 'private', 'other']),
  ],
);

/** What a moderator did, and the author's one appeal against it. Shown to the author and to moderators. */
export const moderationDecision = pgTable(
  'moderation_decision',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    caseId: uuid('case_id').notNull(),
    action: text('action').$type<ModerationAction>().notNull(),
    reason: text('reason').notNull(),
    decidedBy: uuid('decided_by').notNull(),
    undo: jsonb('undo').$type<Undo>().notNull().default({}),
    gmtCreate: gmtCreate(),
    appeal: text('appeal'),
    appealedAt: moment('appealed_at'),
    appealState: text('appeal_state').$type<AppealState>(),
    appealReason: text('appeal_reason'),
    appealDecidedBy: uuid('appeal_decided_by'),
    appealDecidedAt: moment('appeal_decided_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({
      columns: [t.enterpriseId, t.caseId],
      foreignColumns: [moderationCase.enterpriseId, moderationCase.id],
    }),
    index().on(t.enterpriseId, t.caseId, t.id),
    index('moderation_decision_appeals')
      .on(t.enterpriseId, t.appealedAt, t.id)
      .where(sql`appeal_state = 'pending'`),
    memberKey(t.enterpriseId, t.decidedBy),
    memberKey(t.enterpriseId, t.appealDecidedBy),
    oneOf(t.action, ['dismiss', 'hide', 'restore', 'lock', 'unlock', 'move', 'warn']),
    oneOf(t.appealState, ['pending', 'accepted', 'rejected']),
    check(
      'moderation_decision_appeal_check',
      sql`num_nonnulls(${t.appeal}, ${t.appealedAt}, ${t.appealState}) in (0, 3)`,
    ),
    check(
      'moderation_decision_appeal_decided_check',
      sql`(coalesce(${t.appealState}, 'pending') <> 'pending') = (${t.appealDecidedAt} is not null) and (${t.appealDecidedAt} is null) = (${t.appealDecidedBy} is null)`,
    ),
  ],
);
