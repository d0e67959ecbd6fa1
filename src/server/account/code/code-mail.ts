import type { Locale } from '#src/i18n/locale.ts';
import type { CodePurpose } from '#src/server/account/tables/sign-in.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import type { MailMessage } from '#src/server/core/mail/message.ts';
import { seal } from '#src/server/core/seal.ts';
import { signature } from '#src/server/core/sender-name.ts';
import type { Texts } from '#src/server/message/texts.ts';
import { CODE_SECONDS } from './verification-code.ts';

/**
 * Content of the job. `silent`: the message is not sent, but the request must look and take the same as one that is.
 */
export type SealedMail = MailMessage & { code: string; silent: boolean; expiresAt: string };

/** Returns the encrypted data of a job `send-code-mail`. */
export const sealMail = (mail: SealedMail): Jobs['send-code-mail'] => ({ sealed: seal(JSON.stringify(mail)) });

type Content = { to: string; purpose: CodePurpose; code: string; title: string; locale: Locale; texts: Texts };

/** Composes the e-mail with a code. `title` is the name of the site; the subject has the portal’s, as the sender has. */
export function composeCodeMail({ to, purpose, code, title, locale, texts }: Content): MailMessage {
  const minutes = CODE_SECONDS / 60;
  return texts.mail(`mail.code.${purpose}`, to, { sign: signature(locale), title, code, minutes });
}
