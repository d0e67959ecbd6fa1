import { useWatch } from 'react-hook-form';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import type { Category } from '../categories/category-tree.ts';
import type { ContentItem } from '../content/content-item.ts';
import { CoverPicture } from '../content/CoverPicture.tsx';
import { ContentShell } from '../content/ContentShell.tsx';
import { MarkdownField } from '../content/MarkdownField.tsx';
import { differencesBetween } from '../content/differences.ts';
import { CategoryField } from '../content/parts.tsx';
import { useContentEditor } from '../content/use-content-editor.ts';
import { Group } from '../kit/fields.tsx';
import { CheckField, MomentField, TextField } from '../kit/form-fields.tsx';
import type { Project } from './project-parts.ts';
import { ProjectParts } from './ProjectParts.tsx';

type Props = {
  stored: ContentItem<'project'> | null;
  categories: Category[];
  timeZone: string;
  languages: readonly Locale[];
  hasPreview: boolean;
};

const NEW: Project = {
  ...{ title: '', summary: '', description: '', coverFileId: null, categoryId: null, registrationRequired: false },
  ...{ startAt: null, endAt: null, stages: [], courses: [] },
};

/** Adds or changes a learning project. */
function ProjectEditor({ stored, categories, timeZone, languages, hasPreview }: Props) {
  const t = useT();
  const locale = useLocale();
  const editor = useContentEditor({ kind: 'project', given: stored, empty: NEW, path: '/admin/projects/edit' });
  const title = useWatch({ control: editor.form.control, name: 'title' });
  const category = (id: string | null) => {
    const name = categories.find((each) => each.id === id)?.name;
    return name ? name.zh || name.en : '';
  };
  const time = (at: string | null) => (at ? dateTimeText(at, timeZone, locale) : '');
  const stageText = ({ name, opens, startAt, endAt }: Project['stages'][number]) =>
    [name.zh, name.en, t(`editing:project.opensWhen.${opens}`), time(startAt), time(endAt)].filter(Boolean).join(' · ');
  return (
    <ContentShell
      editor={editor}
      title={title}
      timeZone={timeZone}
      languages={languages}
      hasPreview={hasPreview}
      differencesOf={(conflict, nameOf) =>
        differencesBetween<Project>(conflict, {
          title: [t('editing:name'), (project) => project.title],
          summary: [t('editing:summary'), ({ summary }) => summary],
          description: [t('editing:description'), ({ description }) => description],
          coverFileId: [t('editing:cover'), ({ coverFileId }) => nameOf(coverFileId)],
          categoryId: [t('editing:category'), ({ categoryId }) => category(categoryId)],
          startAt: [t('editing:project.startAt'), ({ startAt }) => time(startAt)],
          endAt: [t('editing:project.endAt'), ({ endAt }) => time(endAt)],
          stages: [t('editing:project.stages'), ({ stages }) => stages.map(stageText).join('\n')],
          courses: [t('editing:project.content'), ({ courses }) => courses.map((item) => item.title).join('\n')],
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
      <Group title={t('editing:project.period')} hint={t('editing:project.periodHint')}>
        <div className="grid gap-5 sm:grid-cols-2">
          <MomentField name="startAt" label={t('editing:project.startAt')} timeZone={timeZone} />
          <MomentField name="endAt" label={t('editing:project.endAt')} timeZone={timeZone} />
        </div>
      </Group>
      <ProjectParts timeZone={timeZone} />
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

export default island(ProjectEditor);
