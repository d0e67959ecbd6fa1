import type { Wanted } from '#src/client/query.ts';

export const ADMIN_SECTIONS = ['rules', 'moderators', 'words', 'labels'] as const;
export type AdminSection = (typeof ADMIN_SECTIONS)[number];

/** The initial call of each section. */
export const SECTION_CALLS: Record<AdminSection, Wanted> = {
  rules: ['GET /community/auth/setting/view', {}],
  moderators: ['GET /community/auth/moderator/list', {}],
  words: ['GET /community/auth/word/list', {}],
  labels: ['GET /community/auth/label/edit/list', {}],
};
