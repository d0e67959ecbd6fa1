import type { ComponentProps } from 'react';
import { Labelled, type Label } from './Labelled.tsx';

/** A labelled text of several lines with hint and error. */
export function TextArea({ label, hint, error, ...given }: ComponentProps<'textarea'> & Label) {
  return (
    <Labelled {...{ label, hint, error }}>
      {(own) => (
        <textarea rows={3} {...given} {...own} className={`textarea w-full ${error ? 'textarea-error' : ''}`} />
      )}
    </Labelled>
  );
}
