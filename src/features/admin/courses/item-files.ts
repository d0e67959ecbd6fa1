import type { ChosenFile } from '../media/media-list.ts';
import type { CourseItem, ItemType } from './course-document.ts';

/** The type of an item that is a file of the media library. */
export const typeOfFile = ({ kind }: ChosenFile): ItemType => (kind === 'picture' ? 'image' : kind);

/** The name of an item: that of its file without the ending. */
export const nameWithoutEnding = (name: string): string => name.replace(/\.[^.]{1,5}$/, '').slice(0, 200);

/** What an item knows of its file. */
export const fileOf = ({ id, name }: ChosenFile): Pick<CourseItem, 'fileId' | 'fileName'> => ({
  fileId: id,
  fileName: name,
});
