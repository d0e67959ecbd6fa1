/* Content that is edited in the portal as drafts and published (docs/specification.md, section "Editing content"). */

/** Kinds of content with drafts, versions and a preview. */
export const CONTENT_KINDS = ['course', 'project', 'lecturer', 'announcement', 'site', 'article'] as const;
export type ContentKindName = (typeof CONTENT_KINDS)[number];
/** What has a preview: an exam has no drafts and is shown as it is stored. */
export type PreviewKind = ContentKindName | 'exam';

/**
 * `draft`: never published · `published`: learners see it · `withdrawn`: they saw it before · `deleted`: hidden everywhere, and restorable for
 * `RESTORABLE_DAYS`.
 */
export const CONTENT_STATES = ['draft', 'published', 'withdrawn', 'deleted'] as const;
export type ContentState = (typeof CONTENT_STATES)[number];

/** What can be done with several things at once; `discard` removes a draft, `unschedule` a planned publication or withdrawal. */
export const CONTENT_ACTIONS = ['withdraw', 'delete', 'restore', 'takeOver', 'discard', 'unschedule'] as const;
export type ContentAction = (typeof CONTENT_ACTIONS)[number];

/** Days in which something deleted can be restored. */
export const RESTORABLE_DAYS = 30;
/** What was deleted at this time or later can be restored. */
export const restorableSince = (now: Date) => new Date(now.getTime() - RESTORABLE_DAYS * 86_400_000);

/** Query parameter of a page that shows a draft as it would be published: `kind:id`. */
export const PREVIEW_PARAM = 'preview';

/** Kinds that can be a template, and the parts that are taken from one. */
export const TEMPLATE_PARTS = {
  course: ['texts', 'cover', 'items', 'audience', 'price'],
  project: ['texts', 'cover', 'items', 'audience'],
} as const;
export type TemplateKind = keyof typeof TEMPLATE_PARTS;
export type TemplatePart = (typeof TEMPLATE_PARTS)['course'][number];
