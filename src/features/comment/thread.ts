import { createContext, useContext, useEffect, useState } from 'react';
import { DRAFT } from '#src/client/session.ts';
import { PAGE_OWNER } from '#src/client/session.store.ts';
import type { commentCalls } from './comment-calls.ts';

/** Context that comments and replies share with their list. */
export type Thread = {
  calls: ReturnType<typeof commentCalls>;
  signedIn: boolean;
  /** Milliseconds since 1970, for "3 minutes ago". */
  now: number;
  timeZone: string;
  /** Error for an empty comment. */
  required: string;
  /** Prefix of the ids of this list. */
  scope: string;
  /** Id of the comment or reply that is being answered. */
  answering: string | null;
  setAnswering: (id: string | null) => void;
  /** Id of the comment or reply in the URL. */
  linked: string | null;
  /** Id of the entry to focus: the first of those just loaded. */
  focused: string | null;
  setFocused: (id: string | null) => void;
  /** Number of comments and replies reported by the server after a change. */
  setCount: (count: number) => void;
  /** Asks for confirmation, then runs `remove`, which returns the new count. */
  askToDelete: (remove: () => Promise<number>) => void;
  /** Opens the dialog that reports a comment or reply to the moderators. */
  report: (commentId: string) => void;
};

export const ThreadContext = createContext<Thread | null>(null);

export function useThread(): Thread {
  const thread = useContext(ThreadContext);
  if (!thread) throw new Error('Outside of Comments.tsx');
  return thread;
}

const MINUTE = 60_000;

/**
 * The current time, updated every minute, because a page can be cached or stay open.
 * @param given the server's time, ISO 8601, used for the first render
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

/** Id of the comment in the URL: `#comment-{id}`. */
export const linkedId = (): string | undefined => /^#comment-([0-9a-f-]{36})$/.exec(location.hash)?.[1];

/** Name of the draft of a reply. */
export const replyDraft = (id: string) => `reply:${id}`;

/** Ids of the comments and replies for which a draft of a reply exists. */
export function begunReplies(): string[] {
  return [PAGE_OWNER, ''].flatMap((owner) => {
    const prefix = `${DRAFT}${owner}:${replyDraft('')}`;
    return Object.entries(sessionStorage).flatMap(([key, draft]) => {
      const isBegun = key.startsWith(prefix) && (JSON.parse(draft as string) as { content?: string }).content;
      return isBegun ? key.slice(prefix.length) : [];
    });
  });
}
