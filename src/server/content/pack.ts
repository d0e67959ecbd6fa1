import { z } from 'zod';
import { COMMENT_LENGTH } from '#src/lib/comment-text.ts';
import { LONGEST_RESOURCE, MAX_ITEMS } from '#src/lib/list-limits.ts';
import {
  Code,
  Decimal,
  given,
  isOrdered,
  item,
  Line,
  Link,
  list,
  Localized,
  LocalizedLine,
  LocalizedParagraph,
  MediaPath,
  Moment,
  Paragraph,
  Phone,
  Text,
  Whole,
} from '#src/server/content/fields.ts';
import type { Bank, Exam } from '#src/server/content/pack-exams.ts';
import type { History } from '#src/server/content/pack-history.ts';

/**
 * The shape of a content pack (docs/content-packs.md). These schemas check one file at a time; what concerns two
 * files (references, media, duplicate codes) is checked in check-references.ts and check-media.ts. The fields they are
 * made of are in fields.ts, banks and exams in pack-exams.ts, what people did before in pack-history.ts.
 */

export const NavItem = item({
  code: Code,
  title: LocalizedLine,
  navUrl: Link,
  navMenuType: z.literal([1, 2, 3, 4, 5, 6]),
  target: z.enum(['_self', '_blank']).default('_self'),
});
export const Banner = item({
  code: Code,
  title: LocalizedLine,
  subtitle: LocalizedLine.optional(),
  picture: MediaPath,
  linkUrl: Link.optional(),
});
export const Zone = item({
  code: Code,
  title: LocalizedLine,
  subtitle: LocalizedLine.optional(),
  relationType: z.literal([1, 2, 3, 4, 5, 6, 7]),
  /** Of relationType 5. */
  category: Code.optional(),
  /** By hand, of relationType 1. */
  courses: list(Code, MAX_ITEMS.zoneItems).optional(),
  /** By hand, of relationType 6; without it all lecturers. */
  lecturers: list(Code, MAX_ITEMS.zoneItems).optional(),
  /** By hand, of relationType 7; without it the newest. */
  projects: list(Code, MAX_ITEMS.zoneItems).optional(),
}).superRefine(
  (zone, context) => {
    const fits = { courses: 1, category: 5, lecturers: 6, projects: 7 } as const;
    for (const [key, type] of Object.entries(fits) as [keyof typeof fits, number][]) {
      const wrong = (message: string) => context.addIssue({ code: 'custom', path: [key], message });
      if (zone[key] !== undefined && zone.relationType !== type)
        wrong(`only a zone with relationType ${type} has "${key}"`);
      if (zone[key] === undefined && zone.relationType === type && (key === 'courses' || key === 'category'))
        wrong(`a zone with relationType ${type} needs "${key}"`);
      if (Array.isArray(zone[key]) && new Set(zone[key]).size < zone[key].length) wrong('names one code twice');
    }
  },
  given('relationType', 'category', 'courses', 'lecturers', 'projects'),
);
export const Category = item({ code: Code, name: LocalizedLine, parent: Code.optional() });

export const Site = item({
  key: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'should be a host label: lower-case letters, digits and hyphens'),
  name: Line,
  timeZone: z.string().refine(isTimeZone, 'should be a time zone like "Asia/Shanghai"'),
  brandColor: z.string().regex(/^#[0-9a-fA-F]{6}$/, 'should be a colour like "#1f6feb"'),
  lang: z.enum(['zh', 'en']),
  isDefault: z.boolean().default(false),
  websiteTitle: LocalizedLine,
  slogan: LocalizedParagraph,
  description: LocalizedParagraph,
  websiteIco: MediaPath,
  logo: MediaPath,
  footer: LocalizedParagraph.optional(),
  /** False: nothing is shown to anybody who is not signed in. */
  publicFace: z.boolean().default(true),
  websiteNavList: list(NavItem, MAX_ITEMS.navItems).min(1, 'should have at least one item'),
  banners: list(Banner, MAX_ITEMS.banners).default([]),
  /** Bands of the landing page, in order. */
  zones: list(Zone, MAX_ITEMS.zones).optional(),
  categories: list(Category, MAX_ITEMS.categories).min(1, 'should have at least one item'),
});

export const Article = item({ code: Code, title: LocalizedLine, body: Localized });

const csvWhole = (choices: number[]) =>
  z
    .string()
    .refine((text) => choices.map(String).includes(text), `should be ${choices.join(' or ')}`)
    .transform(Number);
const csvBoolean = z
  .string()
  .refine((text) => ['true', 'false', '1', '0'].includes(text.toLowerCase()), 'should be true or false')
  .transform((text) => ['true', '1'].includes(text.toLowerCase()));
export const Person = item({
  phone: Phone,
  userName: Line,
  userType: csvWhole([1, 2, 3]),
  isAdmin: csvBoolean,
  sex: csvWhole([1, 2]),
  department: Line,
  post: Line,
  headPortrait: z.preprocess((value) => (value === '' ? undefined : value), MediaPath.optional()),
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
  /** Counts as long as there are no teaching records. */
  annualTeachingHours: Decimal.default('0'),
  teachingRecords: z.array(TeachingRecord).default([]),
});
export const Lecturers = z.array(Lecturer);

const resourceShape = {
  code: Code,
  subResourceName: Line,
  contentType: z.literal([2, 3, 4, 5, 6, 7, 8]),
  resourceType: z.literal([2, 3, 4, 5, 6]).optional(),
  file: MediaPath.optional(),
  exam: Code.optional(),
  totalDuration: Whole.max(LONGEST_RESOURCE, `should be at most ${LONGEST_RESOURCE}`).optional(),
  captions: MediaPath.optional(),
};
export type Resource = z.infer<z.ZodObject<typeof resourceShape>> & { children?: Resource[] | undefined };
export const Resource: z.ZodType<Resource> = item({
  ...resourceShape,
  get children() {
    return z.array(Resource).min(1, 'should have at least one item').optional();
  },
}).superRefine(
  (resource, context) => {
    const wrong = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
    if (resource.children && (resource.file || resource.exam)) {
      wrong('children', 'a directory has children but neither "file" nor "exam"');
    }
    if (resource.children && resource.contentType !== 2) wrong('contentType', 'a directory has contentType 2');
    if (resource.contentType === 3 && !resource.exam) wrong('contentType', 'contentType 3 needs "exam": a code');
    if (resource.exam && resource.contentType !== 3) wrong('contentType', 'a resource with "exam" has contentType 3');
    if (resource.contentType === 2 && !resource.file && !resource.children) {
      wrong('contentType', 'contentType 2 needs "file", or "children" for a directory');
    }
    if (resource.contentType === 4 && !resource.file) wrong('contentType', 'contentType 4 needs "file"');
    if (resource.file && !resource.resourceType) wrong('file', 'a resource with "file" needs "resourceType"');
    if (resource.captions && resource.resourceType !== 2)
      wrong('captions', 'only a video (resourceType 2) has captions');
  },
  given('contentType', 'resourceType', 'file', 'exam', 'captions'),
);

export const Course = item({
  code: Code,
  title: Line,
  summary: Paragraph,
  description: Text,
  cover: MediaPath.optional(),
  courseType: z.literal([1, 2, 3]),
  category: Code,
  lecturer: Code,
  classHours: Decimal,
  hourKind: z.enum(['required', 'culture', 'lecturer', 'other']),
  credits: Decimal.default('0'),
  points: Whole.default(0),
  completionThreshold: z.int().min(1, 'should be from 1 to 100').max(100, 'should be from 1 to 100').default(90),
  status: z.enum(['published', 'unpublished']).default('published'),
  registrationRequired: z.boolean().default(false),
  purchaseRequired: z.boolean().default(false),
  price: Decimal.default('0'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'should be the three letters of a currency, like CNY')
    .default('CNY'),
  resources: z.array(Resource).default([]),
}).superRefine(
  (course, context) => {
    if (course.courseType === 1 && course.resources.length === 0) {
      context.addIssue({
        code: 'custom',
        path: ['resources'],
        message: 'a recorded course needs at least one resource',
      });
    }
    if (countResources(course.resources) > MAX_ITEMS.resources) {
      const message = `should have at most ${MAX_ITEMS.resources} items, with what is in directories`;
      context.addIssue({ code: 'custom', path: ['resources'], message });
    }
  },
  given('courseType', 'resources'),
);

export const Certificate = item({
  code: Code,
  certificateName: Line,
  issuer: Line,
  validMonths: z.int('should be a whole number').min(1, 'should be at least 1').optional(),
});
export const Certificates = z.array(Certificate);

const TaskItem = item({ course: Code.optional(), exam: Code.optional() }).superRefine(
  (entry, context) => {
    if ((entry.course === undefined) === (entry.exam === undefined)) {
      context.addIssue({ code: 'custom', path: [], message: 'an item names either a "course" or an "exam"' });
    }
  },
  given('course', 'exam'),
);
export const Task = item({
  code: Code,
  title: Line,
  summary: Paragraph.optional(),
  taskType: z.literal([1, 2, 3, 4]),
  start: Moment,
  end: Moment,
  items: list(TaskItem, MAX_ITEMS.taskItems).min(1, 'should have at least one item'),
  assignees: z.union([
    z.literal('all'),
    item({ departments: z.array(Line).min(1, 'should have at least one item') }),
    item({ phones: z.array(Phone).min(1, 'should have at least one item') }),
  ]),
}).superRefine(
  (task, context) => {
    if (!isOrdered(task.start, task.end)) {
      context.addIssue({ code: 'custom', path: ['end'], message: 'should be later than start' });
    }
  },
  given('start', 'end'),
);
export const Tasks = list(Task, MAX_ITEMS.tasks);

const ProjectCourse = item({ course: Code, required: z.boolean().default(true) });
export const Project = item({
  code: Code,
  title: Line,
  summary: Paragraph,
  description: Text,
  cover: MediaPath.optional(),
  category: Code,
  status: z.enum(['published', 'unpublished']).default('published'),
  registrationRequired: z.boolean().default(false),
  courses: list(ProjectCourse, MAX_ITEMS.projectCourses).min(1, 'should have at least one item'),
});
export const Projects = z.array(Project);

/** What people of the pack think of a course or project, to begin with. */
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

/** What people of the pack have said, to begin with. */
const Said = {
  phone: Phone,
  at: Moment,
  text: Text.max(COMMENT_LENGTH, `should be at most ${COMMENT_LENGTH} characters long`),
};
export const Comment = item({
  ...Said,
  code: Code,
  course: Code.optional(),
  project: Code.optional(),
  announcement: Code.optional(),
  replies: z.array(item({ ...Said, to: Phone.optional() })).default([]),
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

export const Manifest = z.record(
  z.string(),
  item({ bytes: Whole, durationSeconds: z.number().positive('should be above zero').optional() }),
);

export type Site = z.infer<typeof Site>;
export type Article = z.infer<typeof Article>;
export type Person = z.infer<typeof Person>;
export type Lecturer = z.infer<typeof Lecturer>;
export type Course = z.infer<typeof Course>;
export type Certificate = z.infer<typeof Certificate>;
export type Task = z.infer<typeof Task>;
export type Project = z.infer<typeof Project>;
export type Reaction = z.infer<typeof Reaction>;
export type Comment = z.infer<typeof Comment>;
export type Announcement = z.infer<typeof AnnouncementHead> & { body: string };

/** One media file of a pack: its place on disk, and what its content says it is. */
export type Media = { path: string; absolute: string; bytes: number; mime: string; durationSeconds?: number };

export type Pack = {
  folder: string;
  site: Site;
  articles: Article[];
  people: Person[];
  lecturers: Lecturer[];
  courses: Course[];
  banks: Bank[];
  exams: Exam[];
  certificates: Certificate[];
  tasks: Task[];
  projects: Project[];
  reactions: Reaction[];
  history: History;
  announcements: Announcement[];
  comments: Comment[];
  /** Every media file that something refers to, by the path as written. */
  media: Map<string, Media>;
};

export type Mistake = { file: string; line: number; message: string };

const countResources = (resources: Resource[]): number =>
  resources.reduce((sum, { children = [] }) => sum + 1 + countResources(children), 0);

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
