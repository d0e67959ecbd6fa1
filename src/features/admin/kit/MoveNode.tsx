import { useId, useMemo, useState } from 'react';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { useT } from '#src/i18n/island.tsx';
import { SelectField } from './fields.tsx';
import { canMoveInto, lineOf, type Move, type TreeIndex, type TreeNode } from './tree-nodes.ts';

type Props = {
  tree: TreeIndex;
  node: TreeNode;
  hasOwnOrder?: boolean;
  isTopFixed?: boolean;
  /** It moves the node, and closes the dialog, which is not seen any more. */
  onMove: (to: Move) => void;
  onClose: () => void;
};

/** Targets that are listed; a search finds the others. */
const MOST = 50;
/** Value of the radio button of the top; ids of nodes are not empty. */
const TOP = '';

/** Asks where a node is moved to: below which one, found by name, and at which place. The same as dragging, by keyboard. */
export function MoveNode({ tree, node, hasOwnOrder, isTopFixed, onMove, onClose }: Props) {
  const t = useT();
  const group = useId();
  const [keyword, setKeyword] = useState('');
  const [parentId, setParentId] = useState(() => tree.parentOf(node.id));
  /** Undefined: the last one. */
  const [place, setPlace] = useState<number>();
  const [isLeaving, setLeaving] = useState(false);
  const targets = useMemo(
    () => [...tree.nodes.values()].filter(({ id }) => canMoveInto(tree, node.id, id)),
    [tree, node],
  );
  const wanted = keyword.trim().toLocaleLowerCase();
  const found = wanted ? targets.filter(({ label }) => label.toLocaleLowerCase().includes(wanted)) : targets;
  const others = tree.below(parentId).filter(({ id }) => id !== node.id);
  const choose = (id: string | null) => {
    setParentId(id);
    setPlace(undefined);
  };
  const radio = (id: string | null, label: string, above: string) => (
    <li key={id ?? TOP}>
      <label className="flex cursor-pointer items-start gap-3 px-3 py-1.5 hover:bg-base-200">
        <input
          type="radio"
          name={group}
          className="radio mt-1 radio-sm"
          checked={parentId === id}
          onChange={() => choose(id)}
        />
        <span className="min-w-0 break-words">
          {label}
          {above && <span className="block text-sm text-muted">{above}</span>}
        </span>
      </label>
    </li>
  );
  return (
    <ActionDialog
      title={t('admin:tree.moveNode', { name: node.label })}
      onClose={onClose}
      className="max-w-lg"
      isLeaving={isLeaving}
    >
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-sm font-medium">{t('admin:tree.below')}</legend>
        <input
          type="search"
          className="input mb-2 w-full"
          value={keyword}
          maxLength={100}
          autoComplete="off"
          placeholder={t('admin:tree.search')}
          aria-label={t('admin:tree.search')}
          onChange={({ target }) => setKeyword(target.value)}
          onKeyDown={(event) => {
            // Enter searches; it does not send a form that the tree is in.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <ul className="max-h-60 overflow-y-auto rounded-field border border-base-300 py-1">
          {!isTopFixed && !wanted && radio(null, t('admin:tree.top'), '')}
          {found.slice(0, MOST).map(({ id, label }) =>
            radio(
              id,
              label,
              lineOf(tree, id)
                .slice(0, -1)
                .map((above) => above.label)
                .join(' / '),
            ),
          )}
        </ul>
        <p role="status" className="mt-1 text-sm text-muted empty:hidden">
          {found.length === 0 && t('admin:tree.none')}
          {found.length > MOST && t('admin:tree.more', { count: found.length - MOST })}
        </p>
      </fieldset>
      {!hasOwnOrder && others.length > 0 && (
        <SelectField
          label={t('admin:tree.place')}
          value={place ?? others.length}
          onChange={setPlace}
          options={Array.from({ length: others.length + 1 }, (_, at) => ({
            value: at,
            label: at === 0 ? t('admin:tree.first') : t('admin:tree.after', { name: others[at - 1]!.label }),
          }))}
        />
      )}
      <div className="modal-action mt-0">
        <button
          type="button"
          className="btn btn-ghost"
          onClick={() => {
            setLeaving(true);
            onClose();
          }}
        >
          {t('common:cancel')}
        </button>
        <button
          type="button"
          className="btn btn-primary"
          onClick={() => {
            if (isLeaving) return;
            setLeaving(true);
            onMove({ parentId, place: place ?? others.length });
          }}
        >
          {t('admin:row.move')}
        </button>
      </div>
    </ActionDialog>
  );
}
