import { useState } from 'react';
import { useCall } from '#src/client/query.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { commentCalls } from '#src/features/comment/comment-calls.ts';
import { CommentList } from '#src/features/comment/Comments.tsx';

type Props = {
  answerId: string;
  signedIn: boolean;
  now: string;
  timeZone: string;
  /** Texts of namespaces that the page does not inline. */
  texts: { required: string; gone: string };
};

/** Comments on an answer, loaded when they are opened. */
export function AnswerComments({ answerId, signedIn, ...given }: Props) {
  // The calls for visitors and for members differ; a session that ends does not load the list again.
  const [call] = useState(() => commentCalls('post', signedIn).page);
  const first = useCall(call, { subjectId: answerId });
  return (
    <div className="mt-4 border-s-2 border-base-300 ps-4">
      <LoadState query={first} lines={1}>
        {(page) => (
          <CommentList
            subjectType="post"
            subjectId={answerId}
            scope={`${answerId}-`}
            signedIn={signedIn}
            first={page}
            {...given}
          />
        )}
      </LoadState>
    </div>
  );
}
