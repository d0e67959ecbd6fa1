type Resource = { contentType: number; resourceType: number | null; kind: string };

/** The icon of a course resource (spec section 3: contentType, resourceType; a live class has no resourceType). */
export function resourceIcon({ contentType, resourceType, kind }: Resource) {
  if (contentType === 3) return 'exam';
  if (resourceType === 2 || kind === 'live') return 'video';
  if (resourceType === 3) return 'audio';
  if (resourceType === 4) return 'file';
  if (resourceType === 5 || contentType === 4) return 'image';
  if (resourceType === 6) return 'archive';
  return contentType === 2 ? 'folder' : 'task';
}
