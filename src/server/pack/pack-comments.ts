import { z } from 'zod';
import { COMMENT_LENGTH } from '#src/contract/rules/community.ts';
import { APPROVERS, FLOW_TYPES, MAX_STEPS, WITH_LECTURER } from '#src/contract/rules/flow.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { Code, given, item, Line, list, MediaPath, Moment, Paragraph, Phone, Text } from './fields.ts';

/* Schemas of reactions, announcements, approval steps and comments (docs/content-packs.md). */

/** Initial reactions to a course or project. */
export const Reaction = item({
  course: Code.optional(),
  project: Code.optional(),
  likes: z.array(Phone).default([]),
  /** Phones by stars. */
  ratings: z.partialRecord(z.enum(['1', '2', '3', '4', '5']), z.array(Phone)).default({}),
}).superRefine(
  (entry, context) => {
    if ((entry.course === undefined) === (entry.project === undefined)) {
      context.addIssue({ code: 'custom', path: [], message: 'reactions name either a "course" or a "project"' });
    }
  },
  given('course', 'project'),
);
export const Reactions = z.array(Reaction);

export const AnnouncementHead = item({
  code: Code,
  title: Line,
  summary: Paragraph,
  publishedAt: Moment,
  cover: MediaPath.optional(),
  author: Line,
  attachments: list(MediaPath, MAX_ITEMS.attachments).default([]),
});

const ApprovalStep = item({
  approver: z.enum(APPROVERS),
  /** Of the person who decides, for `member`. */
  phone: Phone.optional(),
}).superRefine(
  ({ approver, phone }, context) => {
    const wrong = (message: string) => context.addIssue({ code: 'custom', path: ['phone'], message });
    if (approver === 'member' && phone === undefined) wrong('a step with approver "member" needs "phone"');
    if (approver !== 'member' && phone !== undefined) wrong('only a step with approver "member" has "phone"');
  },
  given('approver', 'phone'),
);
/** The steps in which requests of one type are approved. */
export const Approval = item({
  flowType: z.enum(FLOW_TYPES),
  steps: list(ApprovalStep, MAX_STEPS).min(1, 'should have at least one item'),
}).superRefine(
  ({ flowType, steps }, context) => {
    for (const [i, { approver, phone }] of steps.entries()) {
      const wrong = (key: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['steps', i, key], message });
      if (approver === 'lecturer' && !WITH_LECTURER.includes(flowType))
        wrong('approver', `"${flowType}" has no lecturer: use "member" or "administrator"`);
      if (approver === 'lecturer' && steps.findIndex((step) => step.approver === approver) < i)
        wrong('approver', 'the lecturer decides one step');
      if (phone !== undefined && steps.findIndex((step) => step.phone === phone) < i)
        wrong('phone', 'a member decides one step');
    }
  },
  given('flowType', 'steps'),
);
export const Approvals = z.array(Approval);

/** Common fields of initial comments and replies. */
export const commentShape = {
  phone: Phone,
  at: Moment,
  text: Text.max(COMMENT_LENGTH, `should be at most ${COMMENT_LENGTH} characters long`),
};
export const Reply = item({ ...commentShape, to: Phone.optional() });
export const Comment = item({
  ...commentShape,
  code: Code,
  course: Code.optional(),
  project: Code.optional(),
  announcement: Code.optional(),
  replies: z.array(Reply).default([]),
}).superRefine(
  (entry, context) => {
    if ([entry.course, entry.project, entry.announcement].filter(Boolean).length !== 1) {
      const message = 'a comment names a "course", a "project" or an "announcement"';
      context.addIssue({ code: 'custom', path: [], message });
    }
  },
  given('course', 'project', 'announcement'),
);
export const Comments = z.array(Comment);

export type Reaction = z.infer<typeof Reaction>;
export type Approval = z.infer<typeof Approval>;
export type Comment = z.infer<typeof Comment>;
export type Announcement = z.infer<typeof AnnouncementHead> & { body: string };
