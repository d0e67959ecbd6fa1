import { FieldError } from '#src/components/FieldError.tsx';
import { useT } from '#src/i18n/island.tsx';
import { newSection, totalOf, type EditorProps } from './exam-settings.ts';
import { CheckField, Group, SelectField } from '../kit/fields.tsx';
import { FixedPaper } from './FixedPaper.tsx';
import { SectionFields } from './SectionFields.tsx';

const KINDS = ['drawn', 'fixed'] as const;

/** How papers are made: drawn from banks by the rules of their parts, or fixed. */
export function PaperRules(props: EditorProps) {
  const { settings, change, errors, choices } = props;
  const t = useT();
  const { sections, paperKind } = settings;
  return (
    <Group title={t('exam:admin.group.paper')} hint={t('exam:admin.total', { score: totalOf(settings) })}>
      <SelectField
        label={t('exam:admin.paperKind')}
        hint={t(`exam:admin.paperKindHint.${paperKind}`)}
        value={paperKind}
        options={KINDS.map((value) => ({ value, label: t(`exam:admin.paperKindOf.${value}`) }))}
        onChange={(next) => change({ paperKind: next })}
      />
      {errors['paperKind'] && <FieldError id="paper-error" text={errors['paperKind']} />}
      {paperKind === 'fixed' ? (
        <FixedPaper {...props} />
      ) : (
        <>
          {sections.map((section, i) => (
            <SectionFields
              key={i}
              section={section}
              number={i + 1}
              choices={choices}
              onChange={(part) =>
                change({ sections: sections.map((each, at) => (at === i ? { ...each, ...part } : each)) })
              }
              onRemove={() => change({ sections: sections.filter((_, at) => at !== i) })}
            />
          ))}
          <button
            type="button"
            className="btn btn-outline btn-sm self-start"
            disabled={choices.banks.length === 0}
            onClick={() => change({ sections: [...sections, newSection(choices, sections)] })}
          >
            {t('exam:admin.addSection')}
          </button>
          <CheckField
            label={t('exam:admin.equal')}
            hint={t('exam:admin.equalHint')}
            value={settings.equalDifficulty}
            onChange={(equalDifficulty) => change({ equalDifficulty })}
          />
        </>
      )}
      <CheckField
        label={t('exam:admin.shuffleQuestions')}
        value={settings.shuffleQuestions}
        onChange={(shuffleQuestions) => change({ shuffleQuestions })}
      />
      <CheckField
        label={t('exam:admin.shuffleOptions')}
        value={settings.shuffleOptions}
        onChange={(shuffleOptions) => change({ shuffleOptions })}
      />
    </Group>
  );
}
