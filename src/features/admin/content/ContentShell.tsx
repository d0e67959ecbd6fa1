import { type ReactNode, useState } from 'react';
import type { ContentKindName } from '#src/contract/rules/editing.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { ConflictView, type Difference } from '../kit/ConflictView.tsx';
import { FieldsOf } from '../kit/EditorForm.tsx';
import { OfferedContext } from '#src/client/offered-languages.ts';
import type { Conflict } from '../kit/use-editor.ts';
import { ContentCommands } from './ContentCommands.tsx';
import { TemplateButton } from './TemplateButton.tsx';
import type { DocumentOf } from './content-item.ts';
import { STATE_TONES } from './content-item.ts';
import { DocumentNames, type NameOf } from './DocumentNames.tsx';
import { EditableContext } from './MarkdownField.tsx';
import { PagePreview } from './PagePreview.tsx';
import { PictureContext, usePictureGate } from './picture-gate.ts';
import { PreviewSwitch } from './PreviewSwitch.tsx';
import type { ContentEditor } from './use-content-editor.ts';
import '#src/components/bottom-edge.css';
import '../kit/editor.css';

type Props<K extends ContentKindName> = {
  editor: ContentEditor<K>;
  /** What is edited, as it is typed. */
  title: string;
  timeZone: string;
  /** The languages that the enterprise offers: texts are missing in no others, and the preview shows no others. */
  languages: readonly Locale[];
  /** It begins with the preview beside the form. */
  hasPreview: boolean;
  /** The parts of two documents that differ, in words. */
  differencesOf: (conflict: Conflict<DocumentOf<K>>, nameOf: NameOf) => Difference<string>[];
  children: ReactNode;
};

/** An editor of content: its title and state, what is wrong, its fields, and a bar with what has been stored and its commands. */
export function ContentShell<K extends ContentKindName>({
  editor,
  title,
  timeZone,
  languages,
  hasPreview,
  differencesOf,
  children,
}: Props<K>) {
  const t = useT();
  const locale = useLocale();
  const { item, conflict, isReady } = editor;
  /** The page was opened for something new. */
  const [isBegun] = useState(item === null);
  const [isPreviewed, setPreviewed] = useState(hasPreview);
  const { gate, report } = usePictureGate();
  const time = (at: string) => dateTimeText(at, timeZone, locale);
  const isFixed = item !== null && (item.isFromPack || item.state === 'deleted');
  const header = (
    <header className="flex flex-wrap items-center gap-3">
      <h1 className="min-w-0 text-2xl font-semibold break-words">{title || t('editing:untitled')}</h1>
      {item && (
        <span className={`badge badge-soft ${STATE_TONES[item.state]}`}>{t(`editing:state.${item.state}`)}</span>
      )}
      {item?.hasDraft && item.state !== 'draft' && (
        <span className="badge badge-info badge-soft">{t('editing:hasDraft')}</span>
      )}
      <div className="ms-auto flex flex-wrap items-center gap-3">
        {isBegun && (editor.kind === 'course' || editor.kind === 'project') && (
          // Nothing moves when the first draft is stored while somebody types.
          <div className={item ? 'invisible' : ''}>
            <TemplateButton kind={editor.kind} path={editor.path} />
          </div>
        )}
        {!conflict && <PreviewSwitch isShown={isPreviewed} isReady={isReady} onChange={setPreviewed} />}
      </div>
    </header>
  );
  if (conflict)
    return (
      <div className="flex flex-col gap-6">
        {header}
        <DocumentNames documents={[conflict.mine, conflict.theirs.values]}>
          {(nameOf) => (
            <ConflictView
              title={t('editing:conflictTitle')}
              intro={t('editing:conflict')}
              differences={differencesOf(conflict, nameOf)}
              onMerge={(taken) => {
                const { mine, theirs } = conflict;
                const chosen = [...taken].map((name) => [name, theirs.values[name as keyof typeof theirs.values]]);
                editor.resolve({ ...mine, ...Object.fromEntries(chosen) } as DocumentOf<K>);
              }}
            />
          )}
        </DocumentNames>
      </div>
    );
  return (
    <FieldsOf form={editor.form}>
      <div className="content-editor">
        {header}
        {item?.isFromPack && <p className="alert alert-soft alert-info">{t('editing:fromPack')}</p>}
        {item?.publishAt && (
          <p className="alert alert-soft alert-info">{t('editing:publishAt', { time: time(item.publishAt) })}</p>
        )}
        {item?.withdrawAt && (
          <p className="alert alert-soft alert-info">{t('editing:withdrawAt', { time: time(item.withdrawAt) })}</p>
        )}
        {item?.planFailedAt && (
          <p role="alert" className="alert alert-soft alert-error">
            {t('editing:planFailed', { time: time(item.planFailedAt) })}
          </p>
        )}
        <div className="content-columns">
          <form
            {...editor.props}
            className="edit-form flex flex-col gap-6"
            aria-label={title || t('editing:untitled')}
            onSubmit={(event) => {
              event.preventDefault();
              void editor.flush();
            }}
          >
            <FormAlert text={editor.alert} />
            <fieldset className="contents" disabled={!isReady || isFixed}>
              <EditableContext value={isReady && !isFixed}>
                <PictureContext value={report}>
                  <OfferedContext value={languages}>{children}</OfferedContext>
                </PictureContext>
              </EditableContext>
            </fieldset>
          </form>
          {isPreviewed && item?.state !== 'deleted' && (
            <PagePreview item={item} title={title || t('editing:untitled')} languages={languages} />
          )}
        </div>
        {/* Not in the form: dialogs have forms of their own, whose submission a form around them would stop. */}
        <div className="editor-bar sticky bottom-edge z-10 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 bg-base-100 py-3 shadow-lg">
          <p role="status" className="me-auto text-sm text-muted max-sm:basis-full">
            {gate.sending > 0
              ? t('editing:picture.sending', { count: gate.sending })
              : t(`editing:saving.${savingOf(editor)}`)}
          </p>
          <ContentCommands {...{ editor, title, timeZone, differencesOf }} pictures={gate} />
        </div>
      </div>
    </FieldsOf>
  );
}

type Saving = { isPending: boolean; isUnsaved: boolean; hasFailed: boolean; item: { hasDraft: boolean } | null };

const savingOf = ({ isPending, isUnsaved, hasFailed, item }: Saving) => {
  if (hasFailed) return 'failed';
  if (isPending || isUnsaved) return 'running';
  return item === null ? 'new' : item.hasDraft ? 'saved' : 'none';
};
