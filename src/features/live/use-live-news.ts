import { useEffect, useState } from 'react';
import type { Data } from '#src/contract/calls.ts';

export type LiveView = Data<'GET /course/auth/live/view'>;
export type LiveState = LiveView['state'];
export type LiveMessage = Data<'POST /course/auth/live/message/save'>;

/** Delay before connecting again after the server refused. */
const RETRY_MS = 3_000;

/** Adds messages to a list in order of their ids, which are time-ordered; a newer revision replaces an older one. */
export function withMessages(list: readonly LiveMessage[], news: readonly LiveMessage[]): LiveMessage[] {
  const byId = new Map(list.map((message) => [message.id, message]));
  for (const message of news)
    if ((byId.get(message.id)?.revision ?? -1) <= message.revision) byId.set(message.id, message);
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * State and messages of a class as the server tells them (server-sent events). The browser connects again by itself and
 * resumes after the last event.
 */
export function useLiveNews(sessionId: string, given: LiveState) {
  const [state, setState] = useState(given);
  const [messages, setMessages] = useState<LiveMessage[]>([]);
  const [isConnected, setConnected] = useState(false);
  const add = (news: LiveMessage[]) => setMessages((before) => withMessages(before, news));
  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const connect = () => {
      source = new EventSource(`/live/events/${sessionId}`);
      source.onopen = () => setConnected(true);
      source.onerror = () => {
        setConnected(false);
        if (source?.readyState === EventSource.CLOSED) timer = setTimeout(connect, RETRY_MS);
      };
      source.addEventListener('news', (event: MessageEvent<string>) => {
        const news = JSON.parse(event.data) as { messages: LiveMessage[]; state: LiveState };
        setConnected(true);
        setMessages((before) => withMessages(before, news.messages));
        setState((before) => (news.state.revision >= before.revision ? news.state : before));
      });
    };
    connect();
    return () => {
      source?.close();
      clearTimeout(timer);
    };
  }, [sessionId]);
  return { state, setState, messages, add, isConnected };
}
