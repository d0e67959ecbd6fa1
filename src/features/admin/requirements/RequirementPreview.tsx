import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { api } from '#src/client/api.ts';
import type { Data } from '#src/contract/calls.ts';
import type { Translate } from '#src/i18n/format.ts';
import { useT } from '#src/i18n/island.tsx';
import { Group } from '../kit/fields.tsx';
import { type Settings, toInput, useRequirementForm } from './requirement-settings.ts';

type Consequences = Data<'POST /course/auth/requirement/preview'>;

/** Delay after the last change before the consequences are computed, ms. */
const PAUSE = 800;

/** Who would get the requirement and who would lose it, while it is edited. */
export function RequirementPreview({ id, revision }: { id: string | undefined; revision: number }) {
  const t = useT();
  const values = useWatch({ control: useRequirementForm().control }) as Settings;
  const input = JSON.stringify({ ...toInput(values), title: values.title || '-', id, revision });
  // Without anything that fulfils it there is nothing to compute.
  const isComplete = values.subjects.length > 0;
  const [shown, setShown] = useState<Consequences | null>(null);
  useEffect(() => {
    if (!isComplete) return setShown(null);
    let isCurrent = true;
    const timer = setTimeout(() => {
      void api('POST /course/auth/requirement/preview', JSON.parse(input) as never, { isShowErrTip: false }).then(
        (found) => isCurrent && setShown(found),
        // Not complete yet, or the save will say what is wrong.
        () => isCurrent && setShown(null),
      );
    }, PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [input, isComplete]);
  return (
    <Group title={t('requirement:editor.preview')}>
      <div role="status">
        <ul className="flex flex-col gap-1 tabular-nums">
          {shown ? (
            consequencesOf(shown, t).map((text) => <li key={text}>{text}</li>)
          ) : (
            <li className="text-muted">{t('requirement:editor.previewNone')}</li>
          )}
        </ul>
      </div>
    </Group>
  );
}

/** What saving and publishing changes, in words. */
export function consequencesOf(
  { count, added, addedNames, freed, freedNames, overdue, reminded, superiors }: Consequences,
  t: Translate,
): string[] {
  return [
    t('requirement:editor.previewCount', { count }),
    ...(added > 0
      ? [t('requirement:editor.previewAdded', { count: added, names: namesOf(addedNames, added, t) })]
      : []),
    ...(overdue > 0 ? [t('requirement:editor.previewOverdue', { count: overdue })] : []),
    ...(freed > 0
      ? [t('requirement:editor.previewFreed', { count: freed, names: namesOf(freedNames, freed, t) })]
      : []),
    ...(reminded > 0 ? [t('requirement:editor.previewReminded', { count: reminded, superiors })] : []),
    ...(added === 0 && freed === 0 ? [t('requirement:editor.previewSame')] : []),
  ];
}

/** The first names of a list of `count` people. */
export function namesOf(names: string[], count: number, t: Translate): string {
  const joined = names.slice(0, 5).join(' · ');
  return count > Math.min(names.length, 5) ? t('requirement:editor.andMore', { names: joined }) : joined;
}
