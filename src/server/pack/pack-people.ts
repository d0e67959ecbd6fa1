import { z } from 'zod';
import {
  Code,
  Decimal,
  Department,
  Email,
  item,
  Line,
  MediaPath,
  Moment,
  Paragraph,
  Phone,
  Whole,
  YesNo,
} from './fields.ts';
import { isMoment } from './moment.ts';
import { SEX_WORDS, USER_TYPE_WORDS } from './people-columns.ts';

/* Schemas of people and lecturers (docs/content-packs.md). */

/** One of some numbers, or a word for it. */
const csvWhole = (choices: number[], words: Record<string, number>) =>
  z
    .string()
    .transform((text) => String(words[text.toLowerCase()] ?? text))
    .refine((text) => choices.map(String).includes(text), `should be ${choices.join(' or ')}`)
    .transform(Number);
const csvOptional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
/** A day of a spreadsheet, also with slashes or dots, or a moment. */
const Joined = z
  .string()
  .overwrite((text) =>
    text.replace(/^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/, (_, year: string, month: string, day: string) =>
      [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
    ),
  )
  .refine((text) => isMoment(text), 'should be a day, like 2024-03-01');
const STATUS = { active: 'active', disabled: 'disabled', 在职: 'active', 离职: 'disabled' } as const;
export const Person = item({
  phone: Phone,
  userName: Line,
  userType: csvWhole([1, 2, 3], USER_TYPE_WORDS),
  isAdmin: YesNo,
  sex: csvWhole([1, 2], SEX_WORDS),
  department: Department,
  post: Line,
  headPortrait: csvOptional(MediaPath),
  /** Identifies the person across changes of the phone number. */
  employeeNo: csvOptional(
    z
      .string()
      .regex(/^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u, 'should be letters, digits and . _ / -')
      .max(64, 'should be at most 64 characters long'),
  ),
  status: csvOptional(
    z
      .string()
      .refine((text) => Object.hasOwn(STATUS, text), 'should be active or disabled (在职, 离职)')
      .transform((text) => STATUS[text as keyof typeof STATUS]),
  ),
  email: csvOptional(Email),
  joinedOn: csvOptional(Joined),
  /** Employee number or phone of another person of the file. */
  superior: csvOptional(Line),
});

const TeachingRecord = item({
  code: Code,
  title: Line,
  course: Code.optional(),
  taughtAt: Moment,
  classHours: Decimal,
  place: Line.optional(),
  attendeeCount: Whole.optional(),
});
export const Lecturer = item({
  code: Code,
  phone: Phone,
  lecturerName: Line,
  lecturerLevel: Line,
  title: Line,
  intro: Paragraph,
  photo: MediaPath.optional(),
  /** Used only without teaching records. */
  annualTeachingHours: Decimal.default('0'),
  teachingRecords: z.array(TeachingRecord).default([]),
});
export const Lecturers = z.array(Lecturer);

export type Person = z.infer<typeof Person>;
export type Lecturer = z.infer<typeof Lecturer>;
