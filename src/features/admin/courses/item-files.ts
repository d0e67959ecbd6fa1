import type { ImportedType } from '#src/contract/rules/course-tree.ts';
import type { ChosenFile } from '../media/media-list.ts';
import type { CourseItem } from './course-document.ts';

/** The type of an item that is a file of the media library. */
export const typeOfFile = ({ kind }: Pick<ChosenFile, 'kind'>): ImportedType => (kind === 'picture' ? 'image' : kind);

/** What an item knows of its file. */
export const fileOf = ({ id, name }: Pick<ChosenFile, 'id' | 'name'>): Pick<CourseItem, 'fileId' | 'fileName'> => ({
  fileId: id,
  fileName: name,
});
