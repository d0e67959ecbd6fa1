import type { AppealSubject } from '#src/contract/rules/appeal.ts';

/** Page of "Why isn't this counted?" (Chinese form). */
export const whyPath = (type: AppealSubject, id: string) => `/account/why?type=${type}&id=${id}`;
