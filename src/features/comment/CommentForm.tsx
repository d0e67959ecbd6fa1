import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { askToLogIn } from '#src/client/login-first.ts';
import { useForm } from '#src/client/use-form.ts';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { useT } from '#src/i18n/island.tsx';
import { COMMENT_LENGTH } from '#src/contract/rules/community.ts';
import { isVisible } from '#src/lib/user-text.ts';

type Props = {
  kind: 'comment' | 'reply';
  /** Of the list (see Comments.tsx). */
  scope: string;
  signedIn: boolean;
  /** Name of the draft, which is kept until it is sent, also during a login. */
  draft: string;
  /** Error for an empty comment. */
  required: string;
  /** @throws ApiError */
  send: (content: string) => Promise<void>;
  /** For a reply: closes the form. */
  onCancel?: () => void;
};

/** Form for a comment or a reply. */
export function CommentForm({ kind, scope, signedIn, draft, required, send, onCancel }: Props) {
  const t = useT();
  const textarea = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(0);
  const contentOf = (values: FormData) => values.get('content') as string;
  const form = useForm({
    draft,
    fallback: t('community:failed'),
    validate: (values): Record<string, string> => (isVisible(contentOf(values)) ? {} : { content: required }),
    send: async (values) => {
      await send(contentOf(values));
      if (!textarea.current) return;
      textarea.current.value = '';
      setLength(0);
    },
  });
  const { name, error: fieldError } = form.field('content');
  const error = fieldError ?? form.alert;
  const id = `${scope}${kind}-content`;

  // After `useForm` has restored a draft; input from before hydration counts too.
  useEffect(() => setLength(textarea.current!.value.length), []);
  useEffect(() => {
    if (kind === 'reply') textarea.current!.focus();
  }, [kind]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.form.ref.current!.requestSubmit();
    if (event.key === 'Escape') onCancel?.();
  };

  return (
    <form
      {...form.form}
      onSubmit={(event) => {
        if (signedIn || !isVisible(textarea.current!.value)) return form.form.onSubmit(event);
        event.preventDefault();
        askToLogIn();
      }}
      onInput={(event) => {
        form.form.onInput(event);
        setLength(textarea.current!.value.length);
      }}
      className="flex flex-col gap-2"
    >
      <label htmlFor={id} className="sr-only">
        {t(kind === 'comment' ? 'community:yourComment' : 'community:yourReply')}
      </label>
      <textarea
        ref={textarea}
        id={id}
        name={name}
        rows={kind === 'comment' ? 3 : 2}
        maxLength={COMMENT_LENGTH}
        required
        dir="auto"
        placeholder={t(kind === 'comment' ? 'community:commentHint' : 'community:replyHint')}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error ${id}-count`}
        onKeyDown={onKeyDown}
        className="textarea field-sizing-content max-h-80 min-h-20 w-full text-base aria-invalid:border-error"
      />
      <p id={`${id}-error`} role="alert" hidden={!error} className="text-sm text-error">
        {error}
      </p>
      <div className="flex items-center justify-end gap-2">
        <span id={`${id}-count`} className="me-auto text-sm text-muted tabular-nums">
          {`${length} / ${COMMENT_LENGTH}`}
        </span>
        {onCancel && (
          <button type="button" onClick={onCancel} className="btn btn-ghost btn-sm">
            {t('common:cancel')}
          </button>
        )}
        {/* A submit before hydration is replayed afterwards (touch-directive.ts). */}
        <SubmitButton {...form.submit} disabled={false} className="btn-sm noscript:hidden">
          {t(kind === 'comment' ? 'community:send' : 'community:sendReply')}
        </SubmitButton>
      </div>
    </form>
  );
}
