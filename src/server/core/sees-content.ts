import type { RequestContext } from './context.ts';

/**
 * Whether somebody sees the content of this tenant: everybody while its public face is open, else its members alone.
 * Calls say so with `auth: 'visitor'`; pages come through `publicFace` (public-face.ts).
 */
export const seesContent = ({ tenant, viewer }: Pick<RequestContext, 'tenant' | 'viewer'>): boolean =>
  tenant.publicFace || Boolean(viewer?.enterpriseId);
