import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Texts } from './terms.ts';

/** The searchable content of one object. */
export type Subject = Texts & {
  id: string;
  parentId?: string;
  /**
   * Search type: 1 everything else, 2 live courses, 3 lecturers, 4 resources, 5 exams, 6 blogs, 7 questions, 8
   * announcements.
   */
  type: number;
  visibility: 'public' | 'member';
  isLive?: boolean;
  restrictedId?: string;
  gmtModified: Date;
};

/** Reads objects of one type; unpublished ones are omitted and therefore not found. */
export type Read = (db: TenantDb, enterpriseId: string, ids: string[]) => Promise<Subject[]>;
