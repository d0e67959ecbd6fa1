import { atom } from 'nanostores';
import type { StudyPlayer } from './study-player.ts';

/** The player of the resource that is shown: notes read its position and move it. Set in the browser only. */
export const $player = atom<StudyPlayer | null>(null);
