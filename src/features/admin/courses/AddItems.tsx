import { nameWithoutEnding } from '#src/contract/rules/course-tree.ts';
import { useT } from '#src/i18n/island.tsx';
import { MediaPicker } from '../media/MediaPicker.tsx';
import { fileOf, typeOfFile } from './item-files.ts';
import { type CourseItem, ITEM_TYPES, FILE_TYPES, type ItemType, newItem } from './course-document.ts';

type Props = {
  parentId: string | null;
  onAdd: (items: CourseItem[]) => void;
};

/** Adds items to a course. */
export function AddItems({ parentId, onAdd }: Props) {
  const t = useT();
  const add = (type: ItemType) => onAdd([newItem(type, parentId, t(`editing:item.${type}`))]);
  return (
    <div className="flex flex-wrap gap-2">
      <button type="button" className="btn" onClick={() => add('folder')}>
        {t('editing:course.addFolder')}
      </button>
      <MediaPicker
        label={t('editing:course.addFiles')}
        kinds={['video', 'document', 'audio', 'picture', 'archive']}
        multiple
        onChoose={(files) =>
          onAdd(files.map((file) => newItem(typeOfFile(file), parentId, nameWithoutEnding(file.name), fileOf(file))))
        }
      />
      <select
        className="select w-auto"
        aria-label={t('editing:course.addOther')}
        value=""
        onChange={({ target }) => add(target.value as ItemType)}
      >
        <option value="">{t('editing:course.addOther')}</option>
        {ITEM_TYPES.filter((type) => type !== 'folder' && !FILE_TYPES.includes(type)).map((type) => (
          <option key={type} value={type}>
            {t(`editing:item.${type}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
