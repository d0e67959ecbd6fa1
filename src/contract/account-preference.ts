import { z } from 'zod';
import { LOCALES } from '#src/lib/languages.ts';
import { Empty } from './common.ts';
import { define } from './define.ts';
import { TEXT_SIZES, THEMES } from './rules/preference.ts';

const Preferences = z.object({
  /** Null: the language that was chosen on the device. */
  language: z.enum(['zh', 'en']).nullable(),
  /** IANA name; null: the time zone of the enterprise. */
  timeZone: z.string().max(64, { error: 'field.tooLong' }).nullable(),
  /** Null: the choice made on the device applies. */
  theme: z.enum(THEMES).nullable(),
  textSize: z.enum(TEXT_SIZES),
  reducedMotion: z.boolean(),
});

/** How a member wants the portal to be shown, on every device (docs/specification.md, section "Preferences"). */
export const accountPreference = define({
  'GET /user/auth/user/info/preference/view': {
    summary: 'Get how the user wants the portal to be shown',
    auth: 'enterprise',
    input: Empty,
    data: Preferences.extend({
      enterpriseTimeZone: z.string(),
      /** Languages of the enterprise, the default first. */
      languages: z.array(z.enum(LOCALES)).max(LOCALES.length),
    }),
  },
  'PUT /user/auth/user/info/preference/save': {
    summary: 'Save some of the user’s preferences; the others stay. They apply on every device',
    auth: 'enterprise',
    input: Preferences.partial(),
    data: Preferences,
  },
});
