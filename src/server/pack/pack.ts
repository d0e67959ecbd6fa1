import { z } from 'zod';
import { item, Whole } from './fields.ts';
import type { Community } from './pack-community.ts';
import type { InitialEvaluation, Rubric } from './pack-evaluation.ts';
import type { Bank, Exam } from './pack-exams.ts';
import type { Located } from './located.ts';
import type { DepartmentEntry, PositionEntry, RequirementEntry } from './pack-organisation.ts';
import type { Questionnaire } from './pack-questionnaires.ts';
import type { Accommodation } from './pack-accommodations.ts';
import type { CoachingPlan } from './pack-coaching.ts';
import type { Paper, Sitting } from './pack-attempts.ts';
import type { Practice } from './pack-practices.ts';
import type { PackOrder } from './pack-orders.ts';
import type { History } from './pack-history.ts';
import type { Article, Site } from './pack-site.ts';
import type { Lecturer, Person } from './pack-people.ts';
import type { Certificate, CertificateTemplate } from './pack-certificates.ts';
import type { Course, Project, Task } from './pack-courses.ts';
import type { Announcement, Approval, Comment, Reaction } from './pack-comments.ts';

/**
 * A content pack (docs/content-packs.md). The schemas of its files are in pack-*.ts, their fields in fields.ts. Conditions across files
 * (references, media, duplicate codes) are checked in check-references.ts and check-media.ts.
 */
export const Manifest = z.record(
  z.string(),
  item({ bytes: Whole, durationSeconds: z.number().positive('should be above zero').optional() }),
);

/** A media file of a pack: its location and its type according to its content. */
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
  /** With their places, for mistakes that only the database shows. */
  questionnaires: (Located<Questionnaire> & { value: Questionnaire })[];
  certificates: Certificate[];
  certificateTemplates: CertificateTemplate[];
  tasks: Task[];
  coaching: CoachingPlan[];
  projects: Project[];
  reactions: Reaction[];
  history: History;
  orders: PackOrder[];
  announcements: Announcement[];
  comments: Comment[];
  community: Community;
  approvals: Approval[];
  rubrics: Rubric[];
  accommodations: Accommodation[];
  departments: DepartmentEntry[];
  positions: PositionEntry[];
  requirements: RequirementEntry[];
  evaluations: InitialEvaluation[];
  papers: Paper[];
  practices: Practice[];
  sittings: Sitting[];
  /** Every referenced media file, by its path in the pack. */
  media: Map<string, Media>;
};
