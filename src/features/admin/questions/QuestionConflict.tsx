import { useT } from '#src/i18n/island.tsx';
import { ConflictView } from '../kit/ConflictView.tsx';
import type { Conflict } from '../kit/use-editor.ts';
import { differences, merged } from './conflict.ts';
import type { Draft } from './draft.ts';

type Props = {
  conflict: Conflict<Draft>;
  /** Who has stored the other version. */
  authorName: string | null;
  /** Goes on with what was chosen. */
  onMerge: (draft: Draft) => void;
};

/** A question that was changed by somebody else meanwhile: both versions, to choose from. */
export function QuestionConflict({ conflict: { base, mine, theirs }, authorName, onMerge }: Props) {
  const t = useT();
  const changed = new Set(differences(mine, base.values).map(({ part }) => part));
  const said = (part: string, text: string) => (part === 'difficulty' ? t(`enum:difficulty.${text}`) : text);
  const number = theirs.revision;
  return (
    <ConflictView
      title={t('bank:conflict.title')}
      intro={
        authorName ? t('bank:conflict.by', { userName: authorName, number }) : t('bank:conflict.intro', { number })
      }
      differences={differences(mine, theirs.values).map((each) => ({
        name: each.part,
        label: t(`bank:conflict.part.${each.part}`),
        mine: said(each.part, each.mine),
        theirs: said(each.part, each.theirs),
        isTheirs: !changed.has(each.part),
      }))}
      onMerge={(taken) => onMerge(merged(mine, theirs.values, taken))}
    />
  );
}
