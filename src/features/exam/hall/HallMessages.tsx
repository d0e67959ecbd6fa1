import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useAction } from '#src/client/use-action.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import type { Hall } from './hall.store.ts';

type Message = Data<'GET /exam/auth/user/exam/message/list'>[number];

/**
 * Messages of invigilators, each shown until it is confirmed, also after a reload. The reply to a save or beat says how many
 * there are.
 */
export function HallMessages({ hall }: { hall: Hall }) {
  const t = useT();
  const count = useStore(hall.$messages);
  const [messages, setMessages] = useState<Message[]>([]);
  const { attemptId } = hall;
  useEffect(() => {
    if (count === 0) return setMessages([]);
    let current = true;
    // A failure is repeated with the next reply: the number is set again.
    void hall.call('GET /exam/auth/user/exam/message/list', { attemptId }, { _No_dispose: true }).then(
      (list) => current && setMessages(list),
      () => hall.$messages.set(0),
    );
    return () => {
      current = false;
    };
  }, [count, attemptId, hall]);
  const confirm = useAction(async (id: string) => {
    await hall.call('PUT /exam/auth/user/exam/message/confirm', { attemptId, id });
    setMessages((before) => before.filter((message) => message.id !== id));
    hall.$messages.set(Math.max(0, hall.$messages.get() - 1));
  });
  return (
    <div role="alert" className={messages.length > 0 ? 'page flex w-full flex-col gap-3 pt-4' : 'sr-only'}>
      {messages.map(({ id, body }) => (
        <div key={id} className="alert alert-info" data-testid="invigilator-message">
          <Icon name="bell" />
          <div className="min-w-0">
            <p className="font-semibold">{t('invigilation:hall.message')}</p>
            <p className="break-words whitespace-pre-line">{body}</p>
          </div>
          <button
            type="button"
            className="btn btn-sm"
            disabled={confirm.isPending}
            onClick={() => void confirm.run(id)}
          >
            {t('invigilation:hall.confirm')}
          </button>
        </div>
      ))}
    </div>
  );
}
