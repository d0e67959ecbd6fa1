import { useController, useWatch } from 'react-hook-form';
import { api } from '#src/client/api.ts';
import { FormField } from '#src/components/FormField.tsx';
import { PersonField } from '#src/features/people/PersonField.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import type { ContentItem, DocumentOf } from '../content/content-item.ts';
import { ContentShell } from '../content/ContentShell.tsx';
import { differencesBetween } from '../content/differences.ts';
import { PublicPicture } from '../content/PublicPicture.tsx';
import { useContentEditor } from '../content/use-content-editor.ts';
import { FieldGroup, type FieldOf, Group } from '../kit/fields.tsx';
import { bound, TextField } from '../kit/form-fields.tsx';

type Lecturer = DocumentOf<'lecturer'>;
type Props = {
  stored: ContentItem<'lecturer'> | null;
  timeZone: string;
  languages: readonly Locale[];
  hasPreview: boolean;
};

const NEW: Lecturer = {
  ...{ lecturerName: '', lecturerLevel: '', title: '', intro: '', photoFileId: null, userId: null, userName: null },
  annualTeachingHours: '0',
  sort: null,
};

/** Adds or changes the profile of a lecturer. */
function LecturerEditor({ stored, timeZone, languages, hasPreview }: Props) {
  const t = useT();
  const editor = useContentEditor({ kind: 'lecturer', given: stored, empty: NEW, path: '/admin/lecturers/edit' });
  const name = useWatch({ control: editor.form.control, name: 'lecturerName' });
  return (
    <ContentShell
      editor={editor}
      title={name}
      timeZone={timeZone}
      languages={languages}
      hasPreview={hasPreview}
      differencesOf={(conflict, nameOf) =>
        differencesBetween<Lecturer>(conflict, {
          lecturerName: [t('editing:lecturer.name'), ({ lecturerName }) => lecturerName],
          lecturerLevel: [t('editing:lecturer.level'), ({ lecturerLevel }) => lecturerLevel],
          title: [t('editing:lecturer.jobTitle'), ({ title }) => title],
          intro: [t('editing:lecturer.introduction'), ({ intro }) => intro],
          photoFileId: [t('editing:lecturer.photo'), ({ photoFileId }) => nameOf(photoFileId)],
          userId: [t('editing:lecturer.member'), ({ userName }) => userName ?? ''],
          annualTeachingHours: [t('editing:lecturer.hours'), (each) => each.annualTeachingHours],
          sort: [t('editing:lecturer.sort'), ({ sort }) => (sort === null ? '' : String(sort))],
        })
      }
    >
      <Group title={t('editing:lecturer.profile')}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField name="lecturerName" label={t('editing:lecturer.name')} maxLength={200} />
          <TextField
            name="lecturerLevel"
            label={t('editing:lecturer.level')}
            hint={t('editing:lecturer.levelHint')}
            maxLength={100}
          />
          <TextField name="title" label={t('editing:lecturer.jobTitle')} maxLength={200} />
          <TextField
            name="annualTeachingHours"
            label={t('editing:lecturer.hours')}
            maxLength={12}
            inputMode="decimal"
          />
          <PlaceField name="sort" label={t('editing:lecturer.sort')} hint={t('editing:lecturer.sortHint')} />
        </div>
        <TextField name="intro" label={t('editing:lecturer.introduction')} rows={8} maxLength={50_000} />
        <PublicPicture name="photoFileId" label={t('editing:lecturer.photo')} />
        <Member />
      </Group>
    </ContentShell>
  );
}

/** A place in a list; empty: as it is. */
const PlaceField = bound(({ value, onChange, ...field }: FieldOf<number | null>) => (
  <FormField
    {...field}
    type="number"
    min={0}
    step={1}
    value={value ?? ''}
    onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
  />
));

const findMembers = async (keyword: string) => (await api('POST /system/auth/content/member/page', { keyword })).list;

/** The member whose profile it is. */
function Member() {
  const t = useT();
  const { field, fieldState } = useController<Lecturer, 'userId'>({ name: 'userId' });
  const { field: userName } = useController<Lecturer, 'userName'>({ name: 'userName' });
  const chosen = field.value === null ? null : { userId: field.value, userName: userName.value ?? '' };
  return (
    <FieldGroup
      name="userId"
      label={t('editing:lecturer.member')}
      hint={t('editing:lecturer.memberHint')}
      error={fieldState.error?.message}
    >
      <PersonField
        chosen={chosen}
        placeholder={t('editing:lecturer.findMember')}
        search={findMembers}
        onChoose={(person) => {
          field.onChange(person?.userId ?? null);
          userName.onChange(person?.userName ?? null);
        }}
      />
    </FieldGroup>
  );
}

export default island(LecturerEditor);
