import { useEffect, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { useForm } from '#src/client/use-form.ts';
import { FieldError } from '#src/components/FieldError.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { useT } from '#src/i18n/island.tsx';
import { MessageRow, type Moderation } from './MessageRow.tsx';
import type { LiveMessage, LiveState } from './use-live-news.ts';

type Props = {
  sessionId: string;
  state: LiveState;
  messages: LiveMessage[];
  isHost: boolean;
  viewerId: string | null;
  onSaid: (message: LiveMessage) => void;
  moderation?: Moderation;
};

/** Why nobody can write now. */
const SILENT = { planned: 'notRunning', waiting: 'closed', live: 'closed', ended: 'over', cancelled: 'over' } as const;

/** Chat and questions of a running class. */
export function ChatPanel({ sessionId, state, messages, isHost, viewerId, onSaid, moderation }: Props) {
  const t = useT();
  const [kind, setKind] = useState<'chat' | 'question'>('chat');
  const list = useRef<HTMLDivElement>(null);
  const shown = messages.filter((message) => message.kind === kind && (isHost || !message.hidden));
  const last = shown.at(-1)?.id;
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [last, kind]);
  const canWrite = (state.status === 'live' || state.status === 'waiting') && (state.chatOpen || isHost);
  return (
    <section className="paper flex h-[28rem] min-h-0 flex-col lg:h-[34rem]" aria-label={t('live:chat.label')}>
      <div role="tablist" className="flex gap-1 border-b border-base-300 p-2">
        {(['chat', 'question'] as const).map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            aria-selected={kind === each}
            className={`btn btn-sm ${kind === each ? 'btn-primary' : 'btn-ghost'}`}
            onClick={() => setKind(each)}
          >
            {t(`live:chat.${each}`)}
          </button>
        ))}
      </div>
      <div
        ref={list}
        role="group"
        aria-label={t(`live:chat.${kind}`)}
        tabIndex={0}
        className="min-h-0 grow overflow-y-auto"
      >
        <ul className="flex min-h-full flex-col gap-3 p-3" aria-live="polite">
          {shown.length === 0 && (
            <li className="m-auto text-center text-sm text-muted">{t(`live:chat.empty.${kind}`)}</li>
          )}
          {shown.map((message) => (
            <MessageRow
              key={message.id}
              message={message}
              isOwn={message.userId === viewerId}
              moderation={moderation}
            />
          ))}
        </ul>
      </div>
      {canWrite ? (
        <ChatForm
          key={kind}
          sessionId={sessionId}
          kind={kind}
          slowModeSeconds={state.slowModeSeconds}
          onSaid={onSaid}
        />
      ) : (
        <p className="border-t border-base-300 p-3 text-sm text-muted">{t(`live:chat.${SILENT[state.status]}`)}</p>
      )}
    </section>
  );
}

type FormProps = Pick<Props, 'sessionId' | 'onSaid'> & { kind: 'chat' | 'question'; slowModeSeconds: number };

function ChatForm({ sessionId, kind, slowModeSeconds, onSaid }: FormProps) {
  const t = useT();
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async (values) => {
      const body = String(values.get('body')).trim();
      if (body === '') return;
      onSaid(await api('POST /course/auth/live/message/save', { id: sessionId, kind, body }, { _No_dispose: true }));
      form.form.ref.current?.reset();
    },
  });
  const { error, name } = form.field('body');
  return (
    <form {...form.form} className="flex flex-col gap-2 border-t border-base-300 p-3">
      <FormAlert text={form.alert} />
      <div className="flex gap-2">
        <input
          name={name}
          className={`input input-sm grow ${error ? 'input-error' : ''}`}
          maxLength={500}
          autoComplete="off"
          aria-label={t(`live:chat.write.${kind}`)}
          placeholder={t(`live:chat.write.${kind}`)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'live-body-error' : undefined}
        />
        <SubmitButton {...form.submit} className="btn-sm">
          {t('live:chat.send')}
        </SubmitButton>
      </div>
      {error && <FieldError id="live-body-error" text={error} />}
      {slowModeSeconds > 0 && (
        <p className="text-xs text-muted">{t('live:chat.slowMode', { seconds: slowModeSeconds })}</p>
      )}
    </form>
  );
}
