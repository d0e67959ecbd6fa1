import { createHash } from 'node:crypto';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import type { QuestionContent } from './render-question.ts';

/** Returns the SHA-256 of what a question says; criteria are left out if there are none, as before they were kept. */
export function contentHash({ type, texts, answer, criteria = [] }: QuestionContent): string {
  const content = { type, texts, answer, ...(criteria.length > 0 && { criteria }) };
  return createHash('sha256').update(canonicalJson(content)).digest('hex');
}

/** Recognises a question that is imported again: as `contentHash`, without criteria, which some formats do not have. */
export const identityHash = ({ type, texts, answer }: QuestionContent): string => contentHash({ type, texts, answer });
