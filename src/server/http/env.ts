import type { RequestContext } from '#src/server/core/context.ts';

export type Env = {
  Variables: {
    request: RequestContext;
    pageLocals?: App.Locals;
    /** The response is a preview for its editor, which pages of this site may show in a frame. */
    isPreview?: boolean;
  };
};
