/** Maximum length of the title of a post, characters. */
export const TITLE_LENGTH = 120;

/** Colleagues whom one member may invite to answer a question. */
export const INVITATIONS = 10;

/** Maximum length of a comment or reply in UTF-16 code units, as browsers count. */
export const COMMENT_LENGTH = 1_000;
