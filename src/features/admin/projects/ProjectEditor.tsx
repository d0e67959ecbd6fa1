import { useFieldArray, useWatch } from 'react-hook-form';
import { useCall } from '#src/client/query.ts';
import { island, useT } from '#src/i18n/island.tsx';
import type { Category } from '../categories/category-tree.ts';
import type { ContentItem, DocumentOf } from '../content/content-item.ts';
import { CoverPicture } from '../content/CoverPicture.tsx';
import { ContentShell } from '../content/ContentShell.tsx';
import { MarkdownField } from '../content/MarkdownField.tsx';
import { differencesBetween } from '../content/differences.ts';
import { CategoryField } from '../content/parts.tsx';
import { useContentEditor } from '../content/use-content-editor.ts';
import { Group } from '../kit/fields.tsx';
import { CheckField, TextField } from '../kit/form-fields.tsx';
import { Picker, PickerOptions, PickerSearch, useTyped } from '../kit/Picker.tsx';
import { Rows } from '../kit/rows.tsx';

type Project = DocumentOf<'project'>;
type Props = {
  stored: ContentItem<'project'> | null;
  categories: Category[];
  timeZone: string;
  hasPreview: boolean;
};

const NEW: Project = {
  ...{ title: '', summary: '', description: '', coverFileId: null, categoryId: null, registrationRequired: false },
  courses: [],
};

/** Adds or changes a learning project. */
function ProjectEditor({ stored, categories, timeZone, hasPreview }: Props) {
  const t = useT();
  const editor = useContentEditor({ kind: 'project', given: stored, empty: NEW, path: '/admin/projects/edit' });
  const title = useWatch({ control: editor.form.control, name: 'title' });
  const category = (id: string | null) => {
    const name = categories.find((each) => each.id === id)?.name;
    return name ? name.zh || name.en : '';
  };
  return (
    <ContentShell
      editor={editor}
      title={title}
      timeZone={timeZone}
      hasPreview={hasPreview}
      differencesOf={(conflict) =>
        differencesBetween<Project>(conflict, {
          title: [t('editing:name'), (project) => project.title],
          summary: [t('editing:summary'), ({ summary }) => summary],
          description: [t('editing:description'), ({ description }) => description],
          coverFileId: [t('editing:cover'), ({ coverFileId }) => coverFileId ?? ''],
          categoryId: [t('editing:category'), ({ categoryId }) => category(categoryId)],
          courses: [t('editing:project.courses'), ({ courses }) => courses.map((course) => course.title).join('\n')],
          registrationRequired: [
            t('editing:registration'),
            (each) => t(each.registrationRequired ? 'editing:yes' : 'editing:no'),
          ],
        })
      }
    >
      <Group title={t('editing:project.basics')}>
        <TextField name="title" label={t('editing:name')} maxLength={200} />
        <TextField
          name="summary"
          label={t('editing:summary')}
          hint={t('editing:summaryHint')}
          rows={2}
          maxLength={1_000}
        />
        <MarkdownField name="description" label={t('editing:description')} maxLength={50_000} />
        <CoverPicture seed={editor.idNow()} />
        <CategoryField categories={categories} />
      </Group>
      <Courses />
      <Group title={t('editing:course.access')}>
        <CheckField
          name="registrationRequired"
          label={t('editing:registration')}
          hint={t('editing:registrationHint')}
        />
      </Group>
    </ContentShell>
  );
}

/** The courses of a project, in their order. */
function Courses() {
  const t = useT();
  const rows = useFieldArray<Project, 'courses'>({ name: 'courses' });
  return (
    <Group title={t('editing:project.courses')} hint={t('editing:project.coursesHint')}>
      <Rows
        name="courses"
        label={t('editing:project.courses')}
        rows={rows}
        nameOf={(at) => `${at + 1}. ${rows.fields[at]!.title}`}
        commands={
          <Picker label={t('editing:project.addCourse')} chosen={null} placeholder={t('editing:project.addCourse')}>
            {() => (
              <Found
                taken={rows.fields.map(({ courseId }) => courseId)}
                onAdd={({ id, name }) => rows.append({ courseId: id, title: name, required: true })}
              />
            )}
          </Picker>
        }
      >
        {(at) => <CheckField name={`courses.${at}.required`} label={t('editing:project.required')} />}
      </Rows>
    </Group>
  );
}

function Found({ taken, onAdd }: { taken: string[]; onAdd: (course: { id: string; name: string }) => void }) {
  const t = useT();
  const { typed, setTyped, keyword } = useTyped();
  const { data } = useCall('POST /system/auth/content/subject/page', {
    kind: 'course',
    pageSize: 20,
    ...(keyword && { keyword }),
  });
  return (
    <div className="flex flex-col gap-2 p-2">
      <PickerSearch label={t('editing:search')} value={typed} onChange={setTyped} />
      <PickerOptions
        label={t('editing:project.addCourse')}
        options={data?.list.filter(({ id }) => !taken.includes(id)).map(({ id, title }) => ({ id, name: title })) ?? []}
        none={data ? t('editing:nothingFound') : ''}
        onChoose={onAdd}
      />
    </div>
  );
}

export default island(ProjectEditor);
