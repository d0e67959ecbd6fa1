import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { endSession } from '#src/client/session-state.ts';
import type { Data } from '#src/contract/calls.ts';

export type Suggestion = Data<'POST /system/api/search/suggest'>[number];

/** Milliseconds without a key before suggestions are requested. */
const DEBOUNCE = 150;

/**
 * Suggestions while typing. Responses that arrive after a later `suggest` are discarded; errors are ignored, because
 * search works without suggestions.
 * @param type search type (docs/specification.md, section "Search")
 * @param isMember members also find resources and exams
 */
export function useSuggestions(type: number, isMember: boolean) {
  const [suggestions, setSuggestions] = useState<Suggestion[]>([]);
  const pending = useRef<AbortController>(undefined);
  useEffect(() => () => pending.current?.abort(), []);

  const clear = () => {
    pending.current?.abort();
    setSuggestions([]);
  };
  const suggest = async (keyword: string) => {
    pending.current?.abort();
    if (keyword === '') return clear();
    const { signal } = (pending.current = new AbortController());
    await new Promise((resolve) => setTimeout(resolve, DEBOUNCE));
    if (signal.aborted) return;
    try {
      const found = await api(
        isMember ? 'POST /system/auth/search/suggest' : 'POST /system/api/search/suggest',
        { keyword, type },
        { signal, _No_dispose: true },
      );
      if (!signal.aborted) setSuggestions(found);
    } catch (error) {
      if (signal.aborted) return;
      setSuggestions([]);
      if (isMember && error instanceof ApiError && error.needsLogin) endSession();
    }
  };
  return { suggestions, suggest, clear };
}
