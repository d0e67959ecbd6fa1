import { z } from 'zod';
import { TITLE_LENGTH } from '#src/contract/rules/community.ts';
import { LabelColor } from '#src/contract/community-label.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { folded } from '#src/lib/search-words.ts';
import {
  Code,
  Decimal,
  given,
  isOrdered,
  item,
  Line,
  list,
  LocalizedLine,
  MediaPath,
  Moment,
  Phone,
  Text,
} from './fields.ts';
import { commentShape, Reply } from './pack-comments.ts';

/** Schema of `community.yaml` (docs/content-packs.md). check-community.ts checks the texts. */

const TITLE_MIN = 5;
const MAX_POSTS = 2_000;

const wholeFrom = (least: number, most: number) => {
  const range = `should be a whole number from ${least} to ${most}`;
  return z.int(range).min(least, range).max(most, range);
};
const Settings = item({
  isPublic: z.boolean().default(false),
  allowAnonymous: z.boolean().default(true),
  newMemberDays: wholeFrom(0, 365).default(3),
  newMemberDailyPosts: wholeFrom(1, 1000).default(5),
  dailyPosts: wholeFrom(1, 1000).default(50),
  reviewNewMemberLinks: z.boolean().default(true),
  acceptedPoints: Decimal.default('5'),
  acceptedPointsPerDay: Decimal.default('20'),
});

const Label = item({
  code: Code,
  name: LocalizedLine,
  description: LocalizedLine.optional(),
  color: LabelColor.default('blue'),
});

const Word = item({
  word: Line.refine((word) => folded(word).trim() !== '', 'should contain letters, digits or signs'),
  action: z.enum(['reject', 'review']),
});

const PostComment = item({ ...commentShape, replies: z.array(Reply).default([]) });

const postShape = {
  code: Code,
  phone: Phone,
  at: Moment,
  body: Text,
  anonymous: z.boolean().default(false),
  votes: z.array(Phone).default([]),
  comments: z.array(PostComment).default([]),
};
const headShape = {
  title: z
    .string()
    .trim()
    .min(TITLE_MIN, `should be at least ${TITLE_MIN} characters long`)
    .max(TITLE_LENGTH, `should be at most ${TITLE_LENGTH} characters long`),
  labels: list(Code, MAX_ITEMS.postLabels).min(1, 'should have at least one item'),
  cover: MediaPath.optional(),
  locked: z.boolean().default(false),
  follows: z.array(Phone).default([]),
};

type Common = { phone: string; at: string; votes: string[]; comments: { at: string }[]; follows?: string[] };
type Wrong = (path: PropertyKey[], message: string) => void;

const hasRepeats = (values: readonly unknown[]) => new Set(values).size < values.length;

function checkPost({ phone, at, votes, comments, follows = [] }: Common, wrong: Wrong): void {
  const own = votes.indexOf(phone);
  if (own >= 0) wrong(['votes', own], 'the author cannot vote for their own post');
  if (hasRepeats(votes)) wrong(['votes'], 'names one person twice');
  if (hasRepeats(follows)) wrong(['follows'], 'names one person twice');
  for (const [i, comment] of comments.entries())
    if (!isOrdered(at, comment.at)) wrong(['comments', i, 'at'], 'should be later than the post');
}

const Answer = item({ ...postShape, accepted: z.boolean().default(false) });
export const Blog = item({ ...postShape, ...headShape }).superRefine(
  (blog, context) => {
    checkPost(blog, (path, message) => context.addIssue({ code: 'custom', path, message }));
    if (hasRepeats(blog.labels))
      context.addIssue({ code: 'custom', path: ['labels'], message: 'names one label twice' });
  },
  given('phone', 'at', 'votes', 'comments', 'follows', 'labels'),
);
export const Question = item({
  ...postShape,
  ...headShape,
  course: Code.optional(),
  exam: Code.optional(),
  duplicateOf: Code.optional(),
  answers: z.array(Answer).default([]),
}).superRefine(
  (question, context) => {
    const wrong: Wrong = (path, message) => context.addIssue({ code: 'custom', path, message });
    checkPost(question, wrong);
    if (hasRepeats(question.labels)) wrong(['labels'], 'names one label twice');
    if (question.course !== undefined && question.exam !== undefined)
      wrong(['exam'], 'a question is about a "course" or an "exam", not both');
    if (question.duplicateOf === question.code) wrong(['duplicateOf'], 'should name another question');
    const accepted = question.answers.findIndex((answer) => answer.accepted);
    for (const [i, answer] of question.answers.entries()) {
      checkPost(answer, (path, message) => wrong(['answers', i, ...path], message));
      if (!isOrdered(question.at, answer.at)) wrong(['answers', i, 'at'], 'should be later than the question');
      if (answer.accepted && i > accepted)
        wrong(['answers', i, 'accepted'], `only one answer can be accepted, and answer ${accepted + 1} already is`);
    }
  },
  given('code', 'phone', 'at', 'votes', 'comments', 'follows', 'labels', 'course', 'exam', 'duplicateOf', 'answers'),
);

export const Community = item({
  settings: Settings.optional(),
  moderators: list(Phone, MAX_ITEMS.moderators).default([]),
  filteredWords: list(Word, MAX_ITEMS.filteredWords).default([]),
  labels: list(Label, MAX_ITEMS.labels).default([]),
  blogs: list(Blog, MAX_POSTS).default([]),
  questions: list(Question, MAX_POSTS).default([]),
}).superRefine(({ questions }, context) => {
  const duplicates = new Set(questions.filter(({ duplicateOf }) => duplicateOf).map(({ code }) => code));
  for (const [i, { code, duplicateOf }] of questions.entries()) {
    if (duplicateOf === undefined || duplicateOf === code || !duplicates.has(duplicateOf)) continue;
    const message = 'should name a question that is not a duplicate itself';
    context.addIssue({ code: 'custom', path: ['questions', i, 'duplicateOf'], message });
  }
}, given('questions'));

export type Blog = z.infer<typeof Blog>;
export type Question = z.infer<typeof Question>;
export type Answer = z.infer<typeof Answer>;
export type Community = z.infer<typeof Community>;

/** All posts of a community, answers after their question. */
export const postsOf = ({ blogs, questions }: Community): (Blog | Question | Answer)[] => [
  ...blogs,
  ...questions.flatMap((question) => [question, ...question.answers]),
];
