import { useFieldArray } from 'react-hook-form';
import { useT } from '#src/i18n/island.tsx';
import { Group } from '../kit/fields.tsx';
import { CheckField, SelectField } from '../kit/form-fields.tsx';
import { Rows } from '../kit/rows.tsx';
import { type EditorProps, newSection, type Settings, totalOf, useExamForm, useSetting } from './exam-settings.ts';
import { FixedPaper } from './FixedPaper.tsx';
import { SectionFields } from './SectionFields.tsx';

const KINDS = ['drawn', 'fixed'] as const;

/** How papers are made: drawn from banks by the rules of their parts, or fixed. */
export function PaperRules(props: EditorProps) {
  const t = useT();
  const [paperKind, sections, questions] = [useSetting('paperKind'), useSetting('sections'), useSetting('questions')];
  return (
    <Group
      title={t('exam:admin.group.paper')}
      hint={t('exam:admin.total', { score: totalOf({ paperKind, sections, questions }) })}
    >
      <SelectField
        name="paperKind"
        label={t('exam:admin.paperKind')}
        hint={t(`exam:admin.paperKindHint.${paperKind}`)}
        options={KINDS.map((value) => ({ value, label: t(`exam:admin.paperKindOf.${value}`) }))}
      />
      {paperKind === 'fixed' ? <FixedPaper {...props} /> : <DrawnPaper {...props} />}
      <CheckField name="shuffleQuestions" label={t('exam:admin.shuffleQuestions')} />
      <CheckField name="shuffleOptions" label={t('exam:admin.shuffleOptions')} />
    </Group>
  );
}

/** The parts of a drawn paper. */
function DrawnPaper({ choices }: EditorProps) {
  const t = useT();
  const { getValues } = useExamForm();
  const sections = useFieldArray<Settings, 'sections'>({ name: 'sections' });
  return (
    <>
      <Rows
        name="sections"
        label={t('exam:admin.sections')}
        rows={sections}
        nameOf={(at) => t('exam:admin.section', { n: at + 1 })}
        commands={
          <button
            type="button"
            className="btn btn-outline btn-sm"
            disabled={choices.banks.length === 0}
            onClick={() => sections.append(newSection(choices, getValues('sections')))}
          >
            {t('exam:admin.addSection')}
          </button>
        }
      >
        {(at) => <SectionFields at={at} choices={choices} />}
      </Rows>
      <CheckField name="equalDifficulty" label={t('exam:admin.equal')} hint={t('exam:admin.equalHint')} />
    </>
  );
}
