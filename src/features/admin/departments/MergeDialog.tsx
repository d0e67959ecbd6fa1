import { useState } from 'react';
import { useAction } from '#src/client/use-action.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { useT } from '#src/i18n/island.tsx';
import { Tree } from '../kit/Tree.tsx';
import type { Planned } from './DepartmentChange.tsx';
import type { Department } from './department-list.ts';
import { planOf } from './plan-of.ts';

type Props = {
  department: Department;
  departments: readonly Department[];
  onPlanned: (planned: Planned) => void;
  onClose: () => void;
};

/** Asks which department stays when two are merged. */
export function MergeDialog({ department, departments, onPlanned, onClose }: Props) {
  const t = useT();
  const [targetId, setTargetId] = useState<string | null>(null);
  const [keyword, setKeyword] = useState('');
  const { path, name } = department;
  const others = departments.filter(
    (each) => !each.closedAt && each.path !== path && !each.path.startsWith(`${path}/`),
  );
  const { run, isPending } = useAction(async () => {
    const planned = await planOf({ kind: 'merge', id: department.id, targetId });
    if (planned) onPlanned(planned);
  });
  return (
    <ActionDialog title={t('organisation:department.mergeTitle', { name })} onClose={onClose} className="max-w-lg">
      <p>{t('organisation:department.mergeHint', { name })}</p>
      <input
        type="search"
        className="input w-full"
        value={keyword}
        maxLength={100}
        autoComplete="off"
        placeholder={t('organisation:department.search')}
        aria-label={t('organisation:department.search')}
        onChange={({ target }) => setKeyword(target.value)}
      />
      <div className="max-h-80 overflow-y-auto rounded-field border border-base-300">
        <Tree
          label={t('organisation:department.title')}
          nodes={others.map((each) => ({ id: each.id, parentId: each.parentId, label: each.name }))}
          selected={targetId}
          onSelect={setTargetId}
          keyword={keyword}
        />
      </div>
      <div className="modal-action mt-0">
        <button type="button" className="btn btn-ghost" onClick={onClose}>
          {t('common:cancel')}
        </button>
        <button
          type="button"
          className="btn btn-primary"
          disabled={targetId === null}
          aria-disabled={isPending}
          onClick={() => void run()}
        >
          {t('organisation:next')}
        </button>
      </div>
    </ActionDialog>
  );
}
