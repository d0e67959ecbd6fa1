import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Cue, parseVtt } from '#src/lib/web-vtt.ts';
import type { Resource } from './room.ts';

/** Language of captions that was chosen last. */
const KEY = 'zhixing.captions';

type Loaded = { url: string; cues: Cue[]; isBroken: boolean };
export type Captions = ReturnType<typeof useCaptions>;

/**
 * Captions of a media element in the chosen language. The file is read here, not by the browser, so that a broken one is used
 * as far as it can be read; the transcript shows the same cues.
 * @param wanted whether they are shown, in the picture or as transcript
 */
export function useCaptions(
  element: RefObject<HTMLVideoElement | null>,
  resource: Resource,
  { locale, shown, wanted }: { locale: string; shown: boolean; wanted: boolean },
) {
  const { captions } = resource;
  const [lang, setLang] = useState(() => (captions.find((each) => each.lang === locale) ?? captions[0])?.lang ?? null);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failed, setFailed] = useState(false);
  const track = useRef<TextTrack | null>(null);
  const url = captions.find((each) => each.lang === lang)?.url ?? null;

  useEffect(() => {
    const stored = readStored();
    if (captions.some((each) => each.lang === stored)) setLang(stored);
  }, [captions]);
  useEffect(() => {
    if (!wanted || !url || loaded?.url === url) return;
    let gone = false;
    setFailed(false);
    fetch(url)
      .then(async (response) => {
        if (!response.ok) throw new Error(String(response.status));
        const { cues, problems } = parseVtt(await response.text());
        if (!gone) setLoaded({ url, cues, isBroken: problems.length > 0 });
      })
      .catch(() => gone || setFailed(true));
    return () => {
      gone = true;
    };
  }, [wanted, url, loaded]);
  const cues = loaded && loaded.url === url ? loaded.cues : null;
  useEffect(() => {
    const video = element.current;
    if (!video || !cues) return;
    const shownTrack = (track.current ??= video.addTextTrack('captions'));
    // Only the cues of a track that is not disabled can be read.
    shownTrack.mode = 'hidden';
    for (const cue of [...(shownTrack.cues ?? [])]) shownTrack.removeCue(cue);
    for (const { start, end, text } of cues) shownTrack.addCue(new VTTCue(start, end, escaped(text)));
    shownTrack.mode = shown ? 'showing' : 'hidden';
  }, [element, cues, shown]);

  return {
    lang,
    languages: captions.map((each) => each.lang),
    /** Null while they are loaded. */
    cues,
    failed,
    isBroken: cues !== null && (loaded?.isBroken ?? false),
    choose: (to: string) => {
      setLang(to);
      try {
        localStorage.setItem(KEY, to);
      } catch {
        // Storage is blocked: the choice lasts as long as the page.
      }
    },
  };
}

function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** The text of a cue is markup to the browser. */
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
