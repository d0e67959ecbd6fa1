import { useRef, useState } from 'react';
import type { ContentKindName } from '#src/contract/rules/editing.ts';
import { replaceAddress } from '#src/client/router.ts';
import { useLocale } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { useEditor, type Editor } from '../kit/use-editor.ts';
import { type ContentItem, type DocumentOf, readItem, saveDraft } from './content-item.ts';

/** Pause in typing after which a draft is stored, ms. */
const AUTOSAVE_MS = 1_500;

type Options<K extends ContentKindName> = {
  kind: K;
  /** As the page has read it; null: something new, which is added by its first save. */
  given: ContentItem<K> | null;
  /** Values of something new. */
  empty: DocumentOf<K>;
  /** Chinese path of the editor, to which `?id=` is added. */
  path: string;
};

export type ContentEditor<K extends ContentKindName> = Editor<DocumentOf<K>> & {
  kind: K;
  /** As far as this page knows; null: not stored yet. */
  item: ContentItem<K> | null;
  /** Reads it again after a command, and shows its values. */
  reload: () => Promise<void>;
  /** Chinese path of the editor. */
  path: string;
  /** Its id, also after the first save of something new, which this render may not know yet. */
  idNow: () => string | undefined;
  /** The revision that is stored. */
  revisionNow: () => number;
  /** Chinese path of the page that shows it. */
  pageNow: () => Promise<string>;
};

/** The form of a document: its draft is stored while somebody types, on top of the revision that they have seen. */
export function useContentEditor<K extends ContentKindName>({
  kind,
  given,
  empty,
  path,
}: Options<K>): ContentEditor<K> {
  const locale = useLocale();
  const [item, setItem] = useState(given);
  const id = useRef(given?.id);
  const latest = useRef(given?.revision ?? 0);
  const [first] = useState(() => (given ? versionOf(given) : { values: empty }));
  const reads = useRef(0);
  /** What is stored now; an answer that arrives after that of a later request is not shown. */
  const read = async () => {
    const number = ++reads.current;
    const now = await readItem(kind, id.current!);
    if (number === reads.current) {
      latest.current = Math.max(latest.current, now.revision);
      setItem(now);
    }
    return now;
  };
  const editor = useEditor<DocumentOf<K>, { values: DocumentOf<K>; revision: number }>({
    draft: `${kind}-${given?.id ?? 'new'}`,
    stored: first,
    autosave: AUTOSAVE_MS,
    save: async (values, revision) => {
      const saved = await saveDraft(kind, id.current, values, revision ?? 0);
      if (id.current === undefined) {
        id.current = saved.id;
        // A reload goes on with what was added.
        replaceAddress(href(locale, `${path}?id=${saved.id}`));
      }
      latest.current = saved.revision;
      return { values, revision: saved.revision };
    },
    onSaved: () => void read().catch(() => undefined),
    reread: async () => versionOf(await read()),
  });
  const reload = async () => editor.replace(versionOf(await read()));
  return {
    ...{ ...editor, kind, item, reload, path },
    idNow: () => id.current,
    revisionNow: () => latest.current,
    pageNow: async () => (await readItem(kind, id.current!)).page,
  };
}

const versionOf = <K extends ContentKindName>({ document, revision }: ContentItem<K>) => ({
  ...{ values: document as DocumentOf<K>, revision },
});
