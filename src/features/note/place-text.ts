import type { Translate } from '#src/i18n/format.ts';
import { clockTime } from '#src/lib/clock-time.ts';
import type { NotePlace } from './note-path.ts';

/** A place as text: `1:15`, or the page. */
export const placeText = (t: Translate, { unit, position }: NotePlace) =>
  unit === 'page' ? t('note:page', { page: position }) : clockTime(position);
