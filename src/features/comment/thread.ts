import { createContext, useContext, useEffect, useState } from 'react';
import { DRAFT } from '#src/client/session.ts';
import { PAGE_OWNER } from '#src/client/session.store.ts';
import type { commentCalls } from './comment-calls.ts';

/** What a comment or reply shares with the list that it is in. */
export type Thread = {
  calls: ReturnType<typeof commentCalls>;
  signedIn: boolean;
  /** Milliseconds since 1970, for "3 minutes ago". */
  now: number;
  timeZone: string;
  /** Said of an empty comment. */
  required: string;
  /** Id of the comment or reply that is being answered. */
  answering: string | null;
  setAnswering: (id: string | null) => void;
  /** Id of the comment or reply that the address leads to. */
  linked: string | null;
  /** Id of the entry whose link takes the focus: the first of those that were just loaded. */
  focused: string | null;
  setFocused: (id: string | null) => void;
  /** Comments and replies together, as the server counted them after a change. */
  setCount: (count: number) => void;
  /** Asks whether to delete, then runs `remove`, which answers the new count. */
  askToDelete: (remove: () => Promise<number>) => void;
};

export const ThreadContext = createContext<Thread | null>(null);

export function useThread(): Thread {
  const thread = useContext(ThreadContext);
  if (!thread) throw new Error('Outside of Comments.tsx');
  return thread;
}

const MINUTE = 60_000;

/**
 * The time, to the minute; a kept page, or an open one, grows older.
 * @param given the time of the server, ISO 8601, which the first render uses
 */
export function useNow(given: string): number {
  const [now, setNow] = useState(() => Date.parse(given));
  useEffect(() => {
    const read = () => setNow(Date.now());
    read();
    const timer = setInterval(read, MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Id of the comment in the address: `#comment-{id}`. */
export const linkedId = (): string | undefined => /^#comment-([0-9a-f-]{36})$/.exec(location.hash)?.[1];

/** Name of the draft of an answer to a comment or reply. */
export const replyDraft = (id: string) => `reply:${id}`;

/** Ids of the comments and replies that the person had begun to answer before they signed in or reloaded. */
export function begunReplies(): string[] {
  return [PAGE_OWNER, ''].flatMap((owner) => {
    const prefix = `${DRAFT}${owner}:${replyDraft('')}`;
    return Object.entries(sessionStorage).flatMap(([key, draft]) => {
      const isBegun = key.startsWith(prefix) && (JSON.parse(draft as string) as { content?: string }).content;
      return isBegun ? key.slice(prefix.length) : [];
    });
  });
}
