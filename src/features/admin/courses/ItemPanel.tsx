import { memo } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { MAX_LINK_LENGTH } from '#src/contract/rules/course-items.ts';
import type { MediaKind } from '#src/contract/rules/media.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { FieldGroup } from '../kit/fields.tsx';
import { MediaPicker } from '../media/MediaPicker.tsx';
import { RemoveButton } from '../kit/rows.tsx';
import { MomentField, NumberField, TextField } from '../kit/form-fields.tsx';
import { SubjectChoice } from '../content/SubjectChoice.tsx';
import { type CourseDocument, FILE_TYPES } from './course-document.ts';
import { EvaluationFields } from './EvaluationFields.tsx';
import { MediaQuestions } from './MediaQuestions.tsx';
import { QuestionnaireFields } from './QuestionnaireFields.tsx';

type Props = { at: number; timeZone: string; onRemove: (id: string) => void };

/** Seconds of a minute. */
const MINUTE = 60;

/** What one item of a course is. */
export const ItemPanel = memo(function ItemPanel({ at, timeZone, onRemove }: Props) {
  const t = useT();
  const locale = useLocale();
  const { setValue } = useFormContext<CourseDocument>();
  const item = useWatch<CourseDocument, `items.${number}`>({ name: `items.${at}` });
  const path = `items.${at}`;
  const fileError = useController<CourseDocument, `items.${number}.fileId`>({ name: `items.${at}.fileId` }).fieldState
    .error?.message;
  const { type, name, fileName } = item;
  return (
    <section className="course-item" aria-label={name || t('editing:untitled')}>
      <div className="flex items-center gap-2">
        <span className="badge me-auto">{t(`editing:item.${type}`)}</span>
        <RemoveButton name={name} onClick={() => onRemove(item.id)} />
      </div>
      <TextField name={`${path}.name`} label={t('editing:course.itemName')} maxLength={200} />
      {FILE_TYPES.includes(type) && (
        <FieldGroup name={`${path}.fileId`} label={t('editing:course.file')} error={fileError}>
          <div className="flex flex-wrap items-center gap-3">
            <span className="min-w-0 text-sm break-words">{fileName ?? t('editing:course.noFile')}</span>
            <MediaPicker
              label={t('editing:course.chooseFile')}
              kinds={[type === 'image' ? 'picture' : (type as MediaKind)]}
              onChoose={([file]) => {
                if (!file) return;
                setValue(`items.${at}.fileId`, file.id, { shouldDirty: true });
                setValue(`items.${at}.fileName`, file.name, { shouldDirty: true });
              }}
            />
          </div>
        </FieldGroup>
      )}
      {type === 'exam' && (
        <SubjectChoice
          kind="exam"
          name={`${path}.examId`}
          label={t('editing:course.exam')}
          onTitle={(title) => {
            if (name === '' || name === t('editing:item.exam'))
              setValue(`items.${at}.name`, title, { shouldDirty: true });
          }}
        />
      )}
      {type === 'link' && (
        <TextField
          name={`${path}.url`}
          label={t('editing:course.url')}
          hint={t('editing:course.urlHint')}
          maxLength={MAX_LINK_LENGTH}
        />
      )}
      {(type === 'document' || type === 'image' || type === 'link') && (
        <NumberField
          name={`${path}.seconds`}
          label={t('editing:course.minutes')}
          hint={t(type === 'link' ? 'editing:course.minutesHintLink' : 'editing:course.minutesHint')}
          unit={MINUTE}
          step={0.5}
        />
      )}
      {type === 'questionnaire' && <QuestionnaireFields at={at} />}
      {(type === 'training' || type === 'live') && (
        <p className="text-sm text-muted">{t(`editing:course.setUp.${type}`)}</p>
      )}
      {(type === 'practice' || type === 'evaluation') && <EvaluationFields key={item.id} at={at} type={type} />}
      {type === 'live' && (
        <a className="link self-start text-sm" href={href(locale, '/account/live')}>
          {t('editing:course.liveClasses')}
        </a>
      )}
      {type !== 'folder' && (
        <div className="grid gap-5 sm:grid-cols-2">
          <MomentField
            name={`${path}.releaseAt`}
            label={t('editing:course.releaseAt')}
            hint={t('editing:course.releaseAtHint')}
            timeZone={timeZone}
          />
          <NumberField
            name={`${path}.releaseDays`}
            label={t('editing:course.releaseDays')}
            hint={t('editing:course.releaseDaysHint')}
          />
        </div>
      )}
      {(type === 'video' || type === 'audio') && <MediaQuestions at={at} />}
    </section>
  );
});
