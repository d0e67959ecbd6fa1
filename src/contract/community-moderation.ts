import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Amount, ById, Empty, Id, Instant, page, paged, whole } from './common.ts';
import { PostAuthor, PostState } from './community-post.ts';
import { define } from './define.ts';

export const ReportReason = z.enum(['spam', 'abuse', 'wrong', 'offTopic', 'private', 'other']);
export const ModerationAction = z.enum(['dismiss', 'hide', 'restore', 'lock', 'unlock', 'move', 'warn']);
const AppealState = z.enum(['pending', 'accepted', 'rejected']);
const Reason = z.string().trim().min(1, { error: 'field.reasonRequired' }).max(500, { error: 'field.tooLong' });

const Decision = z.object({
  id: Id,
  action: ModerationAction,
  reason: z.string(),
  decidedByName: z.string(),
  gmtCreate: Instant,
  appeal: z.string().nullable(),
  appealedAt: Instant.nullable(),
  appealState: AppealState.nullable(),
  appealReason: z.string().nullable(),
});
const Case = z.object({
  id: Id,
  subjectType: z.enum(['blog', 'question', 'answer', 'comment']),
  subjectId: Id,
  /** Path of the subject, without language prefix. */
  path: z.string(),
  title: z.string(),
  excerpt: z.string(),
  author: PostAuthor,
  subjectState: PostState,
  locked: z.boolean(),
  source: z.enum(['report', 'wordFilter', 'newMember', 'moderator']),
  detail: z.string().nullable(),
  state: z.enum(['open', 'closed']),
  reportCount: z.number().int(),
  gmtCreate: Instant,
});

export const communityModeration = define({
  'POST /community/auth/report/save': {
    summary: 'Report a post or comment to the moderators',
    auth: 'enterprise',
    input: z
      .object({
        postId: Id.optional(),
        commentId: Id.optional(),
        reason: ReportReason,
        note: z.string().trim().max(500, { error: 'field.tooLong' }).optional(),
      })
      .refine(({ postId, commentId }) => Boolean(postId) !== Boolean(commentId), {
        error: 'field.required',
        path: ['postId'],
      }),
    data: z.object({}),
  },
  'POST /community/auth/moderation/page': {
    summary: 'The moderation queue, oldest first; closed cases newest first; moderators and administrators',
    auth: 'enterprise',
    input: paged(10).extend({ list: z.enum(['open', 'appeals', 'closed']).default('open') }),
    data: page(Case).extend({ openCount: z.number().int(), appealCount: z.number().int() }),
  },
  'GET /community/auth/moderation/count': {
    summary: 'Open cases and appeals, for moderators and administrators; zero for other members',
    auth: 'enterprise',
    input: Empty,
    data: z.object({ moderator: z.boolean(), openCount: z.number().int(), appealCount: z.number().int() }),
  },
  'GET /community/auth/moderation/view': {
    summary: 'A case with its reports, decisions and appeals; moderators and administrators',
    auth: 'enterprise',
    input: ById,
    data: Case.extend({
      bodyHtml: z.string(),
      reports: z
        .array(
          z.object({ userName: z.string(), reason: ReportReason, note: z.string().nullable(), gmtCreate: Instant }),
        )
        .max(MAX_ITEMS.reports),
      decisions: z.array(Decision).max(MAX_ITEMS.decisions),
    }),
  },
  'POST /community/auth/moderation/decide': {
    summary: 'Hide, restore, lock, unlock, move or warn, or dismiss the reports; the author is notified',
    auth: 'enterprise',
    input: z.object({
      /** Of the queue; a moderator who acts on a post directly names `postId` or `commentId` instead. */
      caseId: Id.optional(),
      postId: Id.optional(),
      commentId: Id.optional(),
      action: ModerationAction,
      reason: Reason,
      labelIds: z.array(Id).max(MAX_ITEMS.postLabels).optional().meta({ description: 'of `move`: the new labels' }),
    }),
    data: z.object({ caseId: Id, subjectState: PostState, locked: z.boolean() }),
  },
  'POST /community/auth/moderation/appeal': {
    summary: 'Appeal once against a decision about one’s own post or comment',
    auth: 'enterprise',
    input: z.object({ decisionId: Id, text: Reason }),
    data: z.object({}),
  },
  'POST /community/auth/moderation/appeal/decide': {
    summary:
      'Accept an appeal, which reverses the decision, or reject it; never the one who decided, if there is another',
    auth: 'enterprise',
    input: z.object({ decisionId: Id, accepted: z.boolean(), reason: Reason }),
    data: z.object({ subjectState: PostState }),
  },
  'POST /community/auth/moderation/mine': {
    summary: 'Decisions about my posts and comments, newest first',
    auth: 'enterprise',
    input: paged(10),
    data: page(Decision.extend({ subjectTitle: z.string(), path: z.string(), appealable: z.boolean() })),
  },
  'GET /community/auth/setting/view': {
    summary: 'Rules of the community',
    auth: 'admin',
    input: Empty,
    data: z.object({
      isPublic: z.boolean(),
      allowAnonymous: z.boolean(),
      newMemberDays: z.number().int(),
      newMemberDailyPosts: z.number().int(),
      dailyPosts: z.number().int(),
      reviewNewMemberLinks: z.boolean(),
      acceptedPoints: Amount,
      acceptedPointsPerDay: Amount,
      revision: z.number().int().meta({ description: '0: the rules of the portal, which nobody has changed' }),
    }),
  },
  'PUT /community/auth/setting/save': {
    summary: 'Change the rules of the community; 409 for an earlier revision',
    auth: 'admin',
    input: z.object({
      revision: whole(0, 2_000_000_000),
      isPublic: z.boolean(),
      allowAnonymous: z.boolean(),
      newMemberDays: whole(0, 365),
      newMemberDailyPosts: whole(1, 1000),
      dailyPosts: whole(1, 1000),
      reviewNewMemberLinks: z.boolean(),
      acceptedPoints: whole(0, 1000),
      acceptedPointsPerDay: whole(0, 10_000),
    }),
    data: z.object({ revision: z.number().int() }),
  },
  'GET /community/auth/moderator/list': {
    summary: 'Appointed moderators',
    auth: 'admin',
    input: Empty,
    data: z
      .array(z.object({ userId: Id, userName: z.string(), department: z.string().nullable(), gmtCreate: Instant }))
      .max(MAX_ITEMS.moderators),
  },
  'PUT /community/auth/moderator/save': {
    summary: 'Appoint a moderator, or end an appointment',
    auth: 'admin',
    input: z.object({ userId: Id, on: z.boolean() }),
    data: z.object({}),
  },
  'GET /community/auth/word/list': {
    summary: 'Filtered words',
    auth: 'admin',
    input: Empty,
    data: z
      .array(z.object({ id: Id, word: z.string(), action: z.enum(['reject', 'review']) }))
      .max(MAX_ITEMS.filteredWords),
  },
  'POST /community/auth/word/save': {
    summary: 'Add filtered words, one per line, or change their action',
    auth: 'admin',
    input: z.object({ words: z.string().max(20_000), action: z.enum(['reject', 'review']) }),
    data: z.object({ added: z.number().int() }),
  },
  'DELETE /community/auth/word/delete': {
    summary: 'Delete a filtered word',
    auth: 'admin',
    input: ById,
    data: z.object({}),
  },
});
