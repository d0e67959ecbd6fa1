import { memo } from 'react';
import { useWatch } from 'react-hook-form';
import { type Given, GivenContext } from '#src/client/query.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';
import { AudienceFields, type Choices } from '../announcements/AudienceFields.tsx';
import type { Category } from '../categories/category-tree.ts';
import type { ContentItem } from '../content/content-item.ts';
import { CoverPicture } from '../content/CoverPicture.tsx';
import { ContentShell } from '../content/ContentShell.tsx';
import { MarkdownField } from '../content/MarkdownField.tsx';
import { BothNames, CategoryField } from '../content/parts.tsx';
import { SubjectChoice } from '../content/SubjectChoice.tsx';
import { useContentEditor } from '../content/use-content-editor.ts';
import { Group } from '../kit/fields.tsx';
import { CheckField, NumberField, SelectField, TextField } from '../kit/form-fields.tsx';
import { courseDifferences } from './course-differences.ts';
import { type CourseDocument, NEW_COURSE } from './course-document.ts';
import { CourseItems } from './CourseItems.tsx';

type Props = {
  given: ContentItem<'course'> | null;
  categories: Category[];
  timeZone: string;
  languages: readonly Locale[];
  hasPreview: boolean;
  /** Departments and positions of audiences. */
  choices: Choices;
};

/** Adds or changes a course: its draft is stored while somebody types. */
function CourseEditor({ given, categories, timeZone, languages, choices, hasPreview }: Props) {
  const t = useT();
  const locale = useLocale();
  const editor = useContentEditor({ kind: 'course', given, empty: NEW_COURSE, path: '/admin/courses/edit' });
  const title = useWatch({ control: editor.form.control, name: 'title' });
  const hasKind = given && given.state !== 'draft' && (given.document.certificate.zh || given.document.certificate.en);
  const kindsHref = hasKind ? href(locale, `/admin/certificates/kinds?courseId=${given.id}`) : null;
  return (
    <ContentShell
      editor={editor}
      title={title}
      timeZone={timeZone}
      languages={languages}
      hasPreview={hasPreview}
      differencesOf={(conflict, nameOf) =>
        courseDifferences(conflict, { t, categories, choices, timeZone, locale, nameOf })
      }
    >
      <CourseFields {...{ categories, choices, timeZone, kindsHref }} seed={editor.idNow()} />
    </ContentShell>
  );
}

type FieldsProps = Pick<Props, 'categories' | 'choices' | 'timeZone'> & {
  seed: string | undefined;
  /** Where the template of its certificate is chosen; null: it has none, or was never published. */
  kindsHref: string | null;
};

/** The fields of a course. What is known about its draft, like that it is being stored, does not render them again. */
const CourseFields = memo(function CourseFields({ categories, choices, timeZone, seed, kindsHref }: FieldsProps) {
  const t = useT();
  const isPaid = useWatch<CourseDocument, 'purchaseRequired'>({ name: 'purchaseRequired' });
  return (
    <>
      <Group title={t('editing:course.basics')}>
        <TextField name="title" label={t('editing:name')} maxLength={200} />
        <TextField
          name="summary"
          label={t('editing:summary')}
          hint={t('editing:summaryHint')}
          rows={2}
          maxLength={1_000}
        />
        <MarkdownField name="description" label={t('editing:description')} maxLength={50_000} />
        <CoverPicture seed={seed} />
        <div className="grid gap-5 sm:grid-cols-2">
          <CategoryField categories={categories} />
          <SubjectChoice kind="lecturer" name="lecturerId" label={t('editing:course.lecturer')} />
          <SelectField
            name="courseType"
            label={t('editing:course.type')}
            options={([1, 2, 3] as const).map((value) => ({ value, label: t(`enum:courseType.${value}`) }))}
          />
        </div>
      </Group>
      <CourseItems timeZone={timeZone} />
      <Group title={t('editing:course.rewards')}>
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
          <TextField name="classHours" label={t('editing:course.classHours')} maxLength={12} inputMode="decimal" />
          <SelectField
            name="hourKind"
            label={t('editing:course.hourKind')}
            options={(['required', 'culture', 'lecturer', 'other'] as const).map((value) => ({
              value,
              label: t(`editing:course.hourKinds.${value}`),
            }))}
          />
          <TextField name="credits" label={t('editing:course.credits')} maxLength={12} inputMode="decimal" />
          <NumberField name="points" label={t('editing:course.points')} />
        </div>
      </Group>
      <Group title={t('editing:course.certificate')} hint={t('editing:course.certificateHint')}>
        <div className="grid gap-5 sm:grid-cols-2">
          <BothNames name="certificate" labels={{ zh: t('editing:nameIn.zh'), en: t('editing:nameIn.en') }} />
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <NumberField
            name="certificate.months"
            label={t('editing:course.certificateMonths')}
            hint={t('editing:course.certificateMonthsHint')}
          />
        </div>
        {kindsHref && (
          <a className="link self-start text-sm" href={kindsHref}>
            {t('editing:course.certificateTemplate')}
          </a>
        )}
      </Group>
      <Group title={t('editing:course.rules')}>
        <div className="grid gap-5 sm:grid-cols-2">
          <NumberField
            name="completionThreshold"
            label={t('editing:course.threshold')}
            hint={t('editing:course.thresholdHint')}
          />
          <SelectField
            name="maxPlaybackRate"
            label={t('editing:course.maxRate')}
            options={[1, 1.25, 1.5, 2].map((value) => ({ value, label: `${value}×` }))}
          />
        </div>
        <CheckField
          name="noSkipping"
          label={t('editing:course.noSkipping')}
          hint={t('editing:course.noSkippingHint')}
        />
        <CheckField
          name="itemsInOrder"
          label={t('editing:course.itemsInOrder')}
          hint={t('editing:course.itemsInOrderHint')}
        />
        <CheckField name="watermark" label={t('editing:course.watermark')} hint={t('editing:course.watermarkHint')} />
      </Group>
      <AudienceFields choices={choices} hint={t('editing:course.audienceHint')} />
      <Group title={t('editing:course.access')}>
        <CheckField
          name="registrationRequired"
          label={t('editing:registration')}
          hint={t('editing:registrationHint')}
        />
        <CheckField
          name="purchaseRequired"
          label={t('editing:course.purchase')}
          hint={t('editing:course.purchaseHint')}
        />
        {isPaid && (
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField name="price" label={t('editing:course.price')} maxLength={12} inputMode="decimal" />
            <TextField name="currency" label={t('editing:course.currency')} maxLength={3} />
          </div>
        )}
      </Group>
    </>
  );
});

export default island(
  ({ given, stored, ...props }: Omit<Props, 'given'> & { given: Given; stored: Props['given'] }) => (
    <GivenContext value={given}>
      <CourseEditor {...props} given={stored} />
    </GivenContext>
  ),
);
