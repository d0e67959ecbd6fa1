import type { z } from 'zod';
import type { CourseDocument as Schema } from '#src/contract/editing-documents.ts';

export type CourseDocument = z.infer<typeof Schema>;
export type CourseItem = CourseDocument['items'][number];
/** An item without its questions and rubric, which belong to other domains. */
export type PlainItem = Omit<CourseItem, 'questions' | 'questionnaire' | 'evaluation'>;
