import type { ResourcePlace } from '#src/contract/resource-place.ts';
import { $player } from './current-player.ts';
import type { Resource } from './room.ts';

/** The current place in a resource; pictures, exams and activities have none. */
export function placeOf({ kind, resumeAt }: Resource): ResourcePlace | null {
  const player = $player.get();
  if (kind === 'media') return { unit: 'second', position: Math.floor(player?.position ?? resumeAt) };
  const page = player?.$page.get();
  return page ? { unit: 'page', position: page } : null;
}
