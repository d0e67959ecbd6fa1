import { replaceAddress } from '#src/client/router.ts';
import { useEffect, useState } from 'react';
import { Skeleton } from '#src/components/LoadState.tsx';
import { island } from '#src/i18n/island.tsx';
import { isUuid } from '#src/lib/uuid.ts';
import type { Label } from '../labels/LabelList.tsx';
import type { Subject, WrittenKind } from '../post-path.ts';
import { type BegunDraft, beginDraft } from './begin-draft.ts';
import { type KnownDraft, newContent } from './draft-content.ts';
import { forgetDraft, rememberDraft, unsavedDraft } from './unsaved-draft.ts';
import { WriteForm } from './WriteForm.tsx';

type Props = {
  kind: WrittenKind;
  /** The draft that the page has read: one to continue, or one of an edit. */
  draft: { id: string; known: KnownDraft } | null;
  subject: Subject | null;
  labels: Pick<Label, 'id' | 'name' | 'color'>[];
};

/** The page to write on: goes on with the draft of the address, or with one that only this device has. */
export default island(function WriteScreen({ kind, draft, subject, labels }: Props) {
  const [begun, setBegun] = useState<BegunDraft | null>(draft);
  useEffect(() => {
    if (draft) return;
    const asked = new URLSearchParams(location.search).get('draft');
    let isCurrent = true;
    void beginDraft(asked && isUuid(asked) ? asked : unsavedDraft(kind)).then((next) => isCurrent && setBegun(next));
    return () => {
      isCurrent = false;
    };
  }, [draft, kind]);

  if (!begun) return <Skeleton lines={5} />;
  const { id, known } = begun;
  const onUnsaved = (isUnsaved: boolean) => {
    if (!isUnsaved) return forgetDraft(kind, id);
    // An edit is found by its post.
    if (!known?.content.postId) rememberDraft(kind, id);
    const address = new URL(location.href);
    if (address.searchParams.get('draft') === id) return;
    // A reload, a restored tab or the login page lead back to this draft.
    address.searchParams.set('draft', id);
    address.searchParams.delete('id');
    replaceAddress(address);
  };
  const startAnew = () => {
    forgetDraft(kind, id);
    const address = new URL(location.href);
    address.searchParams.delete('draft');
    replaceAddress(address);
    void beginDraft(null).then(setBegun);
  };
  return (
    <WriteForm
      key={id}
      id={id}
      given={known ?? { content: newContent(kind, null, subject), revision: 0 }}
      labels={labels}
      onUnsaved={onUnsaved}
      onPublished={() => forgetDraft(kind, id)}
      onStartAnew={known ? undefined : startAnew}
    />
  );
});
