import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useT } from '#src/i18n/island.tsx';
import { CheckField, TextField } from '../kit/form-fields.tsx';
import type { CourseDocument } from './course-document.ts';
import { newPage, newQuestion, type Path } from './questionnaire/questionnaire-parts.ts';
import { QuestionnairePages } from './questionnaire/QuestionnairePages.tsx';
import { QuestionnairePreview } from './questionnaire/QuestionnairePreview.tsx';
import { useGuard } from './questionnaire/use-guard.tsx';

/** A questionnaire: its introduction, pages and questions, and what learners will see of it. */
export function QuestionnaireFields({ at }: { at: number }) {
  const t = useT();
  const name: Path = `items.${at}.questionnaire`;
  const { setValue } = useFormContext<CourseDocument>();
  const item = useWatch<CourseDocument, `items.${number}`>({ name: `items.${at}` });
  const [isShown, setShown] = useState(false);
  const { guard, dialog } = useGuard(name);
  const questionnaire = item.questionnaire;
  if (!questionnaire) {
    const begin = () => {
      const pages = [newPage([newQuestion('single')])];
      setValue(name, { introduction: '', anonymous: true, pages }, { shouldDirty: true });
    };
    return (
      <div className="flex flex-col items-start gap-2">
        <p className="text-sm text-muted">{t('editing:questionnaire.none')}</p>
        <button type="button" className="btn btn-sm" onClick={begin}>
          {t('editing:questionnaire.begin')}
        </button>
      </div>
    );
  }
  const hasQuestions = questionnaire.pages.some(({ questions }) => questions.length > 0);
  return (
    <>
      <TextField
        name={`${name}.introduction`}
        label={t('editing:questionnaire.introduction')}
        rows={3}
        maxLength={5_000}
      />
      <CheckField
        name={`${name}.anonymous`}
        label={t('editing:questionnaire.anonymous')}
        hint={t('editing:questionnaire.anonymousHint')}
      />
      <QuestionnairePages questionnaire={name} guard={guard} />
      <button
        type="button"
        className="btn self-start btn-outline btn-sm"
        disabled={!hasQuestions}
        onClick={() => setShown(true)}
      >
        {t('editing:questionnaire.preview')}
      </button>
      {dialog}
      {isShown && (
        <QuestionnairePreview title={item.name} questionnaire={questionnaire} onClose={() => setShown(false)} />
      )}
    </>
  );
}
