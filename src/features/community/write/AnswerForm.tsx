import { useEffect, useState } from 'react';
import { useHydrated, useSignedIn } from '#src/client/use-live.ts';
import { Skeleton } from '#src/components/LoadState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { isUuid } from '#src/lib/uuid.ts';
import { type BegunDraft, beginDraft } from './begin-draft.ts';
import { newContent } from './draft-content.ts';
import { forgetDraft, rememberDraft, unsavedDraft } from './unsaved-draft.ts';
import { WriteForm } from './WriteForm.tsx';

type Props = {
  questionId: string;
  signedIn: boolean;
  /** URL of the login page that returns here. */
  login: string;
};

const ANCHOR = 'write-answer';

/** Form for an answer below its question; it opens by itself where somebody has begun one. */
export default island(function AnswerForm({ questionId, signedIn: wasSignedIn, login }: Props) {
  const t = useT();
  const isMember = useSignedIn(wasSignedIn);
  const hydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  const [begun, setBegun] = useState<BegunDraft | null>(null);
  const place = `answer:${questionId}`;

  useEffect(() => {
    if (wasSignedIn && (unsavedDraft(place) || location.hash === `#${ANCHOR}`)) setOpen(true);
  }, [wasSignedIn, place]);
  useEffect(() => {
    if (!isOpen) return;
    const asked = new URLSearchParams(location.search).get('draft');
    let isCurrent = true;
    void beginDraft(asked && isUuid(asked) ? asked : unsavedDraft(place)).then((next) => isCurrent && setBegun(next));
    return () => {
      isCurrent = false;
    };
  }, [isOpen, place]);

  const content = () => {
    // An ended session does not take away what is being written.
    if (!isOpen && !isMember)
      return (
        <a href={login} rel="nofollow" className="btn btn-primary">
          {t('posts:view.signInToAnswer')}
        </a>
      );
    if (!isOpen)
      return (
        <button
          type="button"
          disabled={!hydrated}
          className="btn btn-primary noscript:hidden"
          onClick={() => setOpen(true)}
        >
          <Icon name="edit" />
          {t('posts:view.answer')}
        </button>
      );
    if (!begun) return <Skeleton lines={4} />;
    const { id, known } = begun;
    return (
      <div className="paper p-5 sm:p-6">
        <h2 className="mb-4 text-xl font-semibold">{t('posts:view.yourAnswer')}</h2>
        <WriteForm
          key={id}
          id={id}
          given={known ?? { content: newContent('answer', questionId, null), revision: 0 }}
          labels={[]}
          onUnsaved={(isUnsaved) => isUnsaved && rememberDraft(place, id)}
          onPublished={() => forgetDraft(place, id)}
        />
      </div>
    );
  };
  return (
    <div id={ANCHOR} className="scroll-mt-20">
      {content()}
    </div>
  );
});
