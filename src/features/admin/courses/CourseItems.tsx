import './course-items.css';
import { memo, startTransition, useCallback, useMemo, useState } from 'react';
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { notify } from '#src/client/notify.ts';
import { useT } from '#src/i18n/island.tsx';
import { FieldGroup, Group } from '../kit/fields.tsx';
import { Tree } from '../kit/Tree.tsx';
import { AddItems } from './AddItems.tsx';
import { addItems, type CourseDocument, type CourseItem, moveItem, withBelow } from './course-document.ts';
import { ItemDrop } from './ItemDrop.tsx';
import { ItemPanel } from './ItemPanel.tsx';

type Errors = Record<number, object | undefined> & { message?: string; root?: { message?: string } };

/** The items of a course as a tree, and the selected one beside it. Other fields of the course do not render it again. */
export const CourseItems = memo(function CourseItems({ timeZone }: { timeZone: string }) {
  const t = useT();
  const { getValues } = useFormContext<CourseDocument>();
  // `setValue` goes through each value of the list: with hundreds of items that takes seconds.
  const { replace } = useFieldArray<CourseDocument, 'items', 'key'>({ name: 'items', keyName: 'key' });
  const items = useWatch<CourseDocument, 'items'>({ name: 'items' });
  const { errors } = useFormState<CourseDocument>({ name: 'items' });
  const [selected, setSelected] = useState<string | null>(null);
  /** The tree shows at once what is selected. Its fields follow: to make and lay them out takes longer than a frame. */
  const [panelOf, setPanelOf] = useState<string | null>(null);
  const select = (id: string) => {
    setSelected(id);
    startTransition(() => setPanelOf(id));
  };
  const wrong = errors.items as Errors | undefined;
  const nodes = useMemo(
    () =>
      items.map((item, n) => ({
        ...{ id: item.id, parentId: item.parentId, label: item.name || t('editing:untitled') },
        ...{ type: item.type, isLeaf: item.type !== 'folder', isWrong: Boolean(wrong?.[n]) },
      })),
    [items, wrong, t],
  );
  const change = (next: CourseItem[]) => replace(next);
  const at = items.findIndex(({ id }) => id === selected);
  const panelAt = items.findIndex(({ id }) => id === panelOf);
  const isStale = panelOf !== selected;
  /** New items belong into the selected folder, or beside the selected item. */
  const parentId = at < 0 ? null : items[at]!.type === 'folder' ? items[at]!.id : items[at]!.parentId;
  const insert = (added: CourseItem[], into: string | null) => change(addItems(getValues('items'), added, into));
  const add = (added: CourseItem[]) => {
    insert(added, parentId);
    setSelected(added[0]!.id);
    setPanelOf(added[0]!.id);
  };
  const remove = useCallback(
    (id: string) => {
      const before = getValues('items');
      const gone = withBelow(before, id);
      replace(before.filter((item) => !gone.has(item.id)));
      setSelected(null);
      setPanelOf(null);
      const name = before.find((item) => item.id === id)!.name;
      notify(t('admin:row.removed', { name }), 'success', { label: t('admin:undo'), undo: () => replace(before) });
    },
    [getValues, replace, t],
  );
  return (
    <Group title={t('editing:course.items')} hint={t('editing:course.itemsHint')}>
      <FieldGroup
        name="items"
        label={t('editing:course.items')}
        error={wrong?.message ?? wrong?.root?.message}
        className="course-items-width"
      >
        <div className="course-items">
          <ItemDrop parentId={parentId} onAdd={insert}>
            {items.length > 0 && (
              <Tree
                label={t('editing:course.items')}
                nodes={nodes}
                selected={selected}
                onSelect={select}
                badges={({ type, isWrong }) => (
                  <>
                    <span className="badge badge-ghost badge-sm">{t(`editing:item.${type}`)}</span>
                    {isWrong && <span className="badge badge-error badge-sm">{t('editing:course.itemWrong')}</span>}
                  </>
                )}
                onMove={(id, to) => change(moveItem(getValues('items'), id, to.parentId, to.place))}
              />
            )}
            <AddItems parentId={parentId} onAdd={add} />
          </ItemDrop>
          {panelAt >= 0 ? (
            // Until the fields of the selected item are there, nothing is typed into those of the one before.
            <div className="contents" inert={isStale} aria-disabled={isStale || undefined}>
              <ItemPanel key={panelOf} at={panelAt} timeZone={timeZone} onRemove={remove} />
            </div>
          ) : (
            items.length > 0 && <p className="p-4 text-muted">{t('editing:course.selectItem')}</p>
          )}
        </div>
      </FieldGroup>
    </Group>
  );
});
