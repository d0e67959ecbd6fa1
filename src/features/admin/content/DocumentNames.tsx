import type { ReactNode } from 'react';
import { useCall } from '#src/client/query.ts';
import { useT } from '#src/i18n/island.tsx';

/** The name of what a document refers to by its id; empty without an id. */
export type NameOf = (id: string | null) => string;

/** Fields of documents that are ids of lecturers and pictures. */
const REFERENCES = ['coverFileId', 'lecturerId', 'photoFileId', 'logoFileId', 'iconFileId'] as const;
type Document = Partial<Record<(typeof REFERENCES)[number], string | null>> & {
  people?: readonly { userId: string }[];
};

/** Ids of lecturers, pictures and members in documents, each once. */
const idsIn = (documents: readonly Document[]) => [
  ...new Set(
    documents.flatMap((document) => [
      ...REFERENCES.flatMap((field) => document[field] ?? []),
      ...(document.people ?? []).map(({ userId }) => userId),
    ]),
  ),
];

type Props = {
  /** All sides of a comparison: their names are read with one call. */
  documents: readonly object[];
  children: (nameOf: NameOf) => ReactNode;
};

/** A comparison of documents, with the names of what they refer to. */
export function DocumentNames({ documents, children }: Props) {
  const ids = idsIn(documents);
  return ids.length === 0 ? children(() => '') : <Named ids={ids}>{children}</Named>;
}

function Named({ ids, children }: { ids: string[]; children: Props['children'] }) {
  const t = useT();
  const { data, error } = useCall('POST /system/auth/content/name/list', { ids });
  const names = new Map(data?.names.map(({ id, name }) => [id, name]));
  const without = data || error ? t('editing:nameless') : '…';
  return children((id) => (id === null ? '' : (names.get(id) ?? without)));
}
