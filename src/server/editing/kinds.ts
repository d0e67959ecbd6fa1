import type { ContentKindName } from '#src/contract/rules/editing.ts';
import type { ContentKind } from '#src/server/core/content-kind.ts';
import { LECTURER_KIND } from '#src/server/lecturer/lecturer-kind.ts';
import { ANNOUNCEMENT_KIND } from '#src/server/announcement/announcement-kind.ts';
import { ARTICLE_KIND } from '#src/server/site/article-kind.ts';
import { SITE_KIND } from '#src/server/site/site-kind.ts';
import { COURSE_KIND } from './kinds/course-kind.ts';
import { PROJECT_KIND } from './kinds/project-kind.ts';

/** All kinds of content with drafts. */
const KINDS: Record<ContentKindName, unknown> = {
  course: COURSE_KIND,
  project: PROJECT_KIND,
  lecturer: LECTURER_KIND,
  announcement: ANNOUNCEMENT_KIND,
  site: SITE_KIND,
  article: ARTICLE_KIND,
};

/** The kind of this name. Its documents are those that the contract declares for it. */
export const kindOf = (name: ContentKindName): ContentKind => KINDS[name] as ContentKind;
