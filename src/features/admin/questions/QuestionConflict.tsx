import { useT } from '#src/i18n/island.tsx';
import { ConflictView } from '../kit/ConflictView.tsx';
import type { Question } from './bank-query.ts';
import { differences, merged } from './conflict.ts';
import { type Draft, draftOf } from './draft.ts';

type Props = {
  mine: Draft;
  /** The question as somebody else has stored it meanwhile, and who that was. */
  theirs: Question;
  authorName: string | null;
  /** Goes on with what was chosen, on top of their version. */
  onMerge: (draft: Draft) => void;
};

/** A question that was changed by somebody else meanwhile: both versions, to choose from. */
export function QuestionConflict({ mine, theirs, authorName, onMerge }: Props) {
  const t = useT();
  const other = draftOf(theirs, 'zh');
  const said = (part: string, text: string) => (part === 'difficulty' ? t(`enum:difficulty.${text}`) : text);
  return (
    <ConflictView
      title={t('bank:conflict.title')}
      intro={
        authorName
          ? t('bank:conflict.by', { userName: authorName, number: theirs.version })
          : t('bank:conflict.intro', { number: theirs.version })
      }
      differences={differences(mine, other).map((each) => ({
        name: each.part,
        label: t(`bank:conflict.part.${each.part}`),
        mine: said(each.part, each.mine),
        theirs: said(each.part, each.theirs),
      }))}
      onMerge={(taken) => onMerge(merged(mine, other, taken))}
    />
  );
}
