import { useId, useRef, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { leavePage } from '#src/client/leave-page.ts';
import { useAction } from '#src/client/use-action.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { Skeleton } from '#src/components/LoadState.tsx';
import { EditorField } from '#src/features/editor/EditorField.tsx';
import type { EditorHandle } from '#src/features/editor/Editor.tsx';
import { uploadTextPicture } from '#src/features/editor/upload-picture.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { TITLE_LENGTH } from '#src/contract/rules/community.ts';
import { MAX_DOCUMENT_BYTES } from '#src/lib/rich-document/limits.ts';
import { FieldError } from '#src/components/FieldError.tsx';
import { findColleagues } from '../community-search.ts';
import type { Label } from '../labels/LabelList.tsx';
import { answerPath, postPath } from '../post-path.ts';
import { CoverField } from './CoverField.tsx';
import type { KnownDraft } from './draft-content.ts';
import type { Published } from './draft-sync.ts';
import { LabelPicker } from './LabelPicker.tsx';
import { isStopped } from './save-state.ts';
import { Conflict, SaveLine } from './SaveLine.tsx';
import { SimilarQuestions } from './SimilarQuestions.tsx';
import { useDraft } from './use-draft.ts';

type Props = {
  id: string;
  given: KnownDraft;
  labels: Pick<Label, 'id' | 'name' | 'color'>[];
  /** Whether there are changes that only this device has. */
  onUnsaved: (isUnsaved: boolean) => void;
  onPublished: () => void;
  /** Leaves restored text alone and begins with an empty form. */
  onStartAnew?: () => void;
};

/** Fields in their order; the first with an error is focused. */
const FIELDS = ['title', 'body', 'labelIds', 'coverFileId', 'anonymous', 'reason'] as const;
const REASON_LENGTH = 200;

const pathOf = ({ id, kind, questionId }: Published): string =>
  kind === 'answer' ? answerPath(questionId!, id) : postPath({ kind, id });

/** Form for a blog, question or answer, or an edit of one. What is typed saves itself; publishing leads to the post. */
export function WriteForm({ id, given, labels, onUnsaved, onPublished, onStartAnew }: Props) {
  const t = useT();
  const locale = useLocale();
  const editor = useRef<EditorHandle>(null);
  const form = useRef<HTMLFormElement>(null);
  const firstLabel = useRef<HTMLInputElement>(null);
  /** Errors of the last publication, by field. */
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [alert, setAlert] = useState('');
  const [pending, setPending] = useState(0);
  const [reason, setReason] = useState('');
  const draft = useDraft({
    ...{ id, given, onUnsaved },
    onReplaced: ({ body }) => editor.current?.setDocument(body),
  });
  const { content, sync, isReady, state } = draft;
  const { kind, postId } = content;
  const errors = { ...draft.errors, ...refused };
  const isAnswer = kind === 'answer';

  const change = (name: string, part: Parameters<typeof sync.change>[0]) => {
    setRefused(({ [name]: _, ...others }) => others);
    sync.change(part);
  };
  const showErrors = (error: ApiError) => {
    const known = FIELDS.filter((name) => error.fields[name]);
    setRefused(error.fields);
    setAlert(known.length > 0 ? t('posts:write.check') : error.message || t('posts:write.failed'));
    if (known[0] === 'body') editor.current?.focus();
    else if (known[0] === 'labelIds') firstLabel.current?.focus();
    else if (known[0]) (form.current?.elements.namedItem(known[0]) as HTMLElement | null)?.focus();
  };
  const { run: publish, isPending } = useAction(async () => {
    if (pending > 0) return setAlert(t('posts:write.pending'));
    setRefused({});
    setAlert('');
    try {
      const post = await sync.publish(reason || undefined);
      onPublished();
      await leavePage({ path: href(locale, pathOf(post)), replace: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showErrors(error);
    }
  });

  return (
    <form
      ref={form}
      noValidate
      aria-busy={isPending}
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void publish();
      }}
    >
      {draft.isRestored && (
        <p role="status" className="alert alert-soft flex flex-wrap items-center justify-between gap-2">
          <span>{t('posts:write.restored')}</span>
          {onStartAnew && (
            <button type="button" className="btn btn-sm" onClick={onStartAnew}>
              {t('posts:write.startAnew')}
            </button>
          )}
        </p>
      )}
      <Conflict state={state} onResolve={(which) => void sync.resolve(which)} onOpen={() => void publish()} />
      {!isAnswer && (
        <>
          <FormField
            name="title"
            label={t('posts:write.heading')}
            placeholder={t(`posts:write.headingHint.${kind}`)}
            value={content.title}
            maxLength={TITLE_LENGTH}
            disabled={!isReady}
            error={errors.title}
            dir="auto"
            autoComplete="off"
            onChange={({ target }) => change('title', { title: target.value })}
          />
          {kind === 'question' && <SimilarQuestions title={content.title} except={postId} />}
        </>
      )}
      {/* As high as the editor without text, which is loaded later. */}
      <div className="min-h-70">
        {isReady ? (
          <EditorField
            value={content.body}
            label={t('posts:write.body')}
            placeholder={t(`posts:write.bodyHint.${kind}`)}
            error={errors.body}
            maxBytes={MAX_DOCUMENT_BYTES}
            onChange={(body) => change('body', { body: { ...body, type: 'doc' } })}
            onReady={(handle) => (editor.current = handle)}
            onPendingPictures={setPending}
            uploadPicture={uploadTextPicture}
            findColleagues={findColleagues}
          />
        ) : (
          <Skeleton lines={4} />
        )}
      </div>
      {!isAnswer && (
        <LabelPicker
          ref={firstLabel}
          labels={labels}
          chosen={content.labelIds}
          error={errors.labelIds}
          disabled={!isReady}
          onChange={(labelIds) => change('labelIds', { labelIds })}
        />
      )}
      {kind === 'blog' && (
        <CoverField
          seed={postId ?? id}
          cover={content.cover}
          error={errors.coverFileId}
          disabled={!isReady}
          onChange={(picture) => change('coverFileId', picture)}
        />
      )}
      {postId ? (
        <FormField
          name="reason"
          label={t('posts:write.reason')}
          value={reason}
          maxLength={REASON_LENGTH}
          error={errors.reason}
          onChange={({ target }) => setReason(target.value)}
        />
      ) : (
        <AnonymousField
          checked={content.anonymous}
          error={errors.anonymous}
          disabled={!isReady}
          onChange={(anonymous) => change('anonymous', { anonymous })}
        />
      )}
      <FormAlert text={alert} />
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-base-300 pt-4">
        <SaveLine state={state} isKept={draft.isKept} />
        <button
          type="submit"
          className="btn btn-primary"
          disabled={!isReady || isStopped(state)}
          aria-disabled={isPending}
        >
          {isPending && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          {t(isPending ? 'posts:write.publishing' : postId ? 'posts:write.publishEdit' : 'posts:write.publish')}
        </button>
      </div>
    </form>
  );
}

type AnonymousFieldProps = {
  checked: boolean;
  error: string | undefined;
  disabled: boolean;
  onChange: (checked: boolean) => void;
};

/** Whether a post is anonymous, and to whom. */
function AnonymousField({ checked, error, disabled, onChange }: AnonymousFieldProps) {
  const t = useT();
  const id = useId();
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          id={id}
          type="checkbox"
          name="anonymous"
          className="checkbox checkbox-sm mt-0.5 rounded-sm"
          checked={checked}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={({ target }) => onChange(target.checked)}
        />
        <div>
          <label htmlFor={id} className="cursor-pointer font-medium">
            {t('posts:write.anonymous')}
          </label>
          <p id={`${id}-hint`} className="text-sm text-muted">
            {t('posts:write.anonymousHint')}
          </p>
        </div>
      </div>
      {error && <FieldError id={`${id}-error`} text={error} className="mt-1.5" />}
    </div>
  );
}
