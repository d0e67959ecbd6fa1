/** Maximum length of the title of a post, characters. */
export const TITLE_LENGTH = 120;

/** Colleagues whom one member may invite to answer a question. */
export const INVITATIONS = 10;
