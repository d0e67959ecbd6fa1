import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { notify } from '#src/client/notify.ts';
import { OfferedContext, offeredOr } from '#src/client/offered-languages.ts';
import type { Data } from '#src/contract/calls.ts';
import { type Layout, LAYOUT_LIMITS } from '#src/contract/rules/certificate-layout.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';
import { LOCALES } from '#src/lib/languages.ts';
import { ConflictView } from '../../kit/ConflictView.tsx';
import { Confirm } from '../../kit/Confirm.tsx';
import { EditorForm } from '../../kit/EditorForm.tsx';
import { TextField } from '../../kit/form-fields.tsx';
import { HistoryButton } from '../../kit/History.tsx';
import { PageHead } from '../../kit/PageHead.tsx';
import { useEditor } from '../../kit/use-editor.ts';
import { LayoutEditor, type TemplateForm } from './LayoutEditor.tsx';
import { placeOf, titleOf } from './layout-changes.ts';
import { TemplateVersions } from './TemplateVersions.tsx';

const VIEW = 'GET /course/auth/certificate/template/view';
export type Template = Data<typeof VIEW>;

const versionOf = ({ name, layout, revision }: Template) => ({ values: { name, layout }, revision });

type Props = { stored: Template; timeZone: string; languages: readonly Locale[] };

/** Changes the draft of a template, shows it as PDF, and publishes it. */
function TemplateEditor({ stored, timeZone, languages }: Props) {
  const t = useT();
  const locale = useLocale();
  const { id } = stored;
  const [shown, setShown] = useState(stored);
  const [pictures, setPictures] = useState<ReadonlyMap<string, string>>(() => urlsOf(stored));
  const [lang, setLang] = useState(() => offeredOr(languages, locale));
  const [publishes, setPublishes] = useState(false);
  const revision = useRef(stored.revision);
  const take = (template: Template) => {
    setShown(template);
    setPictures((before) => new Map([...before, ...urlsOf(template)]));
    return versionOf(template);
  };
  const editor = useEditor<TemplateForm, { values: TemplateForm; revision: number }>({
    draft: `certificateTemplate ${id}`,
    stored: versionOf(stored),
    save: async (values, before) => {
      const input = { id, revision: before ?? 1, ...values };
      const saved = await api('POST /course/auth/certificate/template/save', input, { isShowErrTip: false });
      return { values, revision: saved.revision };
    },
    reread: async () => take(await api(VIEW, { id })),
    onSaved: (saved) => {
      revision.current = saved.revision;
      setShown((before) => ({ ...before, isChanged: true }));
      notify(t('record:template.saved'), 'success');
    },
  });
  const { conflict, form } = editor;
  const layout = useWatch({ control: form.control, name: 'layout' });
  const name = useWatch({ control: form.control, name: 'name' });

  const preview = async (shownIn: Locale) => {
    // Opened before anything is awaited, or the browser would take it for an advertisement.
    const tab = open('', '_blank');
    if (await editor.flush()) tab?.location.assign(href(shownIn, `/admin/certificate-preview/${id}.pdf`));
    else tab?.close();
  };
  const publish = async () => {
    try {
      const input = { id, revision: revision.current };
      const made = await api('POST /course/auth/certificate/template/publish', input, { isShowErrTip: false });
      revision.current = made.revision;
      editor.raise(made.revision);
      setShown(await api(VIEW, { id }));
      notify(t('record:template.publishedNow', { version: made.version }), 'success');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      editor.refuse(error);
    }
  };
  const restore = async (version: number) => {
    const input = { id, revision: revision.current, version };
    await api('POST /course/auth/certificate/template/restore', input);
    const now = await api(VIEW, { id });
    revision.current = now.revision;
    editor.replace(take(now));
  };

  if (conflict) {
    const text = ({ elements, orientation, backgroundFileId }: Layout) =>
      [
        t(`record:template.orientation.${orientation}`),
        backgroundFileId && t('record:template.background'),
        ...elements.map((element) => `${titleOf(element, lang, t)} (${placeOf(element)})`),
      ]
        .filter(Boolean)
        .join('\n');
    const { mine, theirs, base } = conflict;
    const same = (part: 'name' | 'layout', one: TemplateForm, other: TemplateForm) =>
      JSON.stringify(one[part]) === JSON.stringify(other[part]);
    return (
      <ConflictView
        title={t('record:template.conflict')}
        intro={t('record:template.conflictHint')}
        differences={(['name', 'layout'] as const)
          .filter((part) => !same(part, mine, theirs.values))
          .map((part) => ({
            ...{ name: part, label: t(part === 'name' ? 'record:template.name' : 'record:template.layout') },
            mine: part === 'name' ? mine.name : text(mine.layout),
            theirs: part === 'name' ? theirs.values.name : text(theirs.values.layout),
            isTheirs: same(part, mine, base.values),
          }))}
        onMerge={(taken) => {
          revision.current = theirs.revision ?? revision.current;
          editor.resolve({
            name: taken.has('name') ? theirs.values.name : mine.name,
            layout: taken.has('layout') ? theirs.values.layout : mine.layout,
          });
        }}
      />
    );
  }
  const [latest] = shown.versions;
  return (
    <div className="flex flex-col gap-6">
      <PageHead
        title={name || stored.name}
        hint={
          latest
            ? t(shown.isChanged ? 'record:template.hintChanged' : 'record:template.hintPublished', {
                version: latest.version,
              })
            : t('record:template.hintDraft')
        }
      >
        <a className="btn btn-outline" href={href(locale, '/admin/certificates/templates')}>
          {t('record:template.title')}
        </a>
        <HistoryButton
          kind="certificateTemplate"
          id={id}
          name={stored.name}
          timeZone={timeZone}
          describe={({ name: part, before, after }) => ({
            label: t(part === 'name' ? 'record:template.name' : 'record:template.layout'),
            ...(before !== undefined && { before: String(before) }),
            ...(after !== undefined && { after: String(after) }),
          })}
        />
      </PageHead>
      <EditorForm
        editor={editor}
        label={t('record:template.layout')}
        action={t('record:template.save')}
        timeZone={timeZone}
        commands={
          <>
            {LOCALES.filter((each) => languages.includes(each)).map((each) => (
              <button
                key={each}
                type="button"
                className="btn btn-outline"
                disabled={!editor.isReady}
                onClick={() => void preview(each)}
              >
                {t(`record:template.preview.${each}`)}
              </button>
            ))}
            <button
              type="button"
              className="btn btn-secondary"
              disabled={!editor.isReady}
              onClick={() => void editor.flush().then((isStored) => isStored && setPublishes(true))}
            >
              {t('record:template.publish')}
            </button>
          </>
        }
      >
        <div className="max-w-xl">
          <TextField name="name" label={t('record:template.name')} maxLength={LAYOUT_LIMITS.name} />
        </div>
        <OfferedContext value={languages}>
          <LayoutEditor
            {...{ form, layout, lang, pictures }}
            longest={shown.longest[lang]}
            onLang={setLang}
            onPicture={(picture) => setPictures((before) => new Map(before).set(picture.id, picture.url))}
          />
        </OfferedContext>
      </EditorForm>
      <TemplateVersions
        versions={shown.versions}
        timeZone={timeZone}
        isUnsaved={editor.isUnsaved}
        onRestore={restore}
      />
      {publishes && (
        <Confirm
          title={t('record:template.confirmPublish', { version: (latest?.version ?? 0) + 1 })}
          consequences={[
            shown.kinds.length > 0
              ? t('record:template.publishKinds', { kinds: shown.kinds.join(t('record:template.comma')) })
              : t('record:template.publishNoKinds'),
            t('record:template.publishOld'),
          ]}
          action={t('record:template.publish')}
          onConfirm={publish}
          onClose={() => setPublishes(false)}
        />
      )}
    </div>
  );
}

const urlsOf = ({ pictures }: Template) => new Map(pictures.map(({ id, url }) => [id, url] as const));

export default island(TemplateEditor);
