import { useWatch } from 'react-hook-form';
import { api } from '#src/client/api.ts';
import type { Data } from '#src/contract/calls.ts';
import type { Translate } from '#src/i18n/format.ts';
import { useT } from '#src/i18n/island.tsx';
import { LivePreview } from '../kit/LivePreview.tsx';
import { type Settings, toInput, useRequirementForm } from './requirement-settings.ts';

type Consequences = Data<'POST /course/auth/requirement/preview'>;

/** Who would get the requirement and who would lose it, while it is edited. */
export function RequirementPreview({ id, revision }: { id: string | undefined; revision: number }) {
  const t = useT();
  const values = useWatch({ control: useRequirementForm().control }) as Settings;
  const input = JSON.stringify({ ...toInput(values), title: values.title || '-', id, revision });
  return (
    <LivePreview
      title={t('requirement:editor.preview')}
      none={t('requirement:editor.previewNone')}
      // Without anything that fulfils it there is nothing to compute.
      input={values.subjects.length > 0 ? input : null}
      read={async (typed) =>
        consequencesOf(
          await api('POST /course/auth/requirement/preview', JSON.parse(typed) as never, { isShowErrTip: false }),
          t,
        )
      }
    />
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
