import { NEW_COURSE as SETTINGS } from '#src/contract/rules/course-tree.ts';
import type { DocumentOf } from '../content/content-item.ts';

export type CourseDocument = DocumentOf<'course'>;
export type CourseItem = CourseDocument['items'][number];
export type ItemType = CourseItem['type'];
export type MediaQuestion = CourseItem['questions'][number];

export const ITEM_TYPES: readonly ItemType[] = [
  ...(['folder', 'video', 'audio', 'document', 'image', 'archive', 'exam'] as const),
  ...(['link', 'questionnaire', 'training', 'live', 'practice', 'evaluation'] as const),
];
/** Types whose items are files of the media library. */
export const FILE_TYPES: readonly ItemType[] = ['video', 'audio', 'document', 'image', 'archive'];

export const NEW_COURSE: CourseDocument = { ...SETTINGS, items: [] };

export const newItem = (
  type: ItemType,
  parentId: string | null,
  name: string,
  given: Partial<CourseItem> = {},
): CourseItem => ({
  ...{
    id: crypto.randomUUID(),
    parentId,
    name,
    type,
    fileId: null,
    fileName: null,
    examId: null,
    seconds: 0,
    url: '',
    releaseAt: null,
    releaseDays: 0,
    questions: [],
    questionnaire: null,
    evaluation: null,
  },
  ...given,
});

/** The item and everything below it. */
export function withBelow(items: readonly CourseItem[], id: string): Set<string> {
  const found = new Set([id]);
  // Parents stand before their children.
  for (const item of items) if (item.parentId && found.has(item.parentId)) found.add(item.id);
  return found;
}

/**
 * Moves an item with what is below it, to a place among the children of another one.
 * @param place among its new siblings, without itself
 */
export function moveItem(
  items: readonly CourseItem[],
  id: string,
  parentId: string | null,
  place: number,
): CourseItem[] {
  const moved = withBelow(items, id);
  if (parentId !== null && moved.has(parentId)) return [...items];
  const block = items
    .filter((item) => moved.has(item.id))
    .map((item) => (item.id === id ? { ...item, parentId } : item));
  const rest = items.filter((item) => !moved.has(item.id));
  const siblings = rest.filter((item) => item.parentId === parentId);
  const next = siblings[place];
  // Before its next sibling, or after everything that is below its parent.
  const at = next ? rest.indexOf(next) : endOf(rest, parentId);
  return [...rest.slice(0, at), ...block, ...rest.slice(at)];
}

/** Where the next child of an item belongs. */
function endOf(items: readonly CourseItem[], parentId: string | null): number {
  if (parentId === null) return items.length;
  const below = withBelow(items, parentId);
  return items.findLastIndex((item) => below.has(item.id)) + 1;
}

/** Adds items as the last children of another one. */
export function addItems(
  items: readonly CourseItem[],
  added: readonly CourseItem[],
  parentId: string | null,
): CourseItem[] {
  const at = endOf(items, parentId);
  return [...items.slice(0, at), ...added, ...items.slice(at)];
}
