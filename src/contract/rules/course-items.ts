/** Longest address of a link in a course. */
export const MAX_LINK_LENGTH = 2_000;
/** Longest time before a link, or a document that is read elsewhere, can be confirmed, seconds: the study clock counts half an hour at once. */
export const MAX_CONFIRMED = 1_800;
/** Longest validity of the certificate of a course. */
export const MAX_CERTIFICATE_MONTHS = 1_200;
/** Latest release of an item, in days after the learner has begun. */
export const MAX_RELEASE_DAYS = 3_650;

/** Whether an item of a course can lead to this address: HTTPS, without a user name or password. */
export function isLinkAddress(text: string): boolean {
  if (text.length > MAX_LINK_LENGTH || !/^https:\/\/\S+$/.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
