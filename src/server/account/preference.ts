import type { OperationInput } from '#src/contract/calls.ts';
import type { Preferences } from '#src/contract/rules/preference.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { memberPreference } from './tables/preference.ts';

const NONE: Preferences = { language: null, timeZone: null, theme: null, textSize: 'normal', reducedMotion: false };

/** Returns the preferences of the viewer, which every request knows, and the zone that applies without a choice. */
export const viewPreference = ({ viewer, tenant }: Pick<Context, 'viewer' | 'tenant'>) => ({
  ...(viewer.preferences ?? NONE),
  enterpriseTimeZone: tenant.timeZone,
  languages: [...tenant.languages],
});

/**
 * Saves some preferences of the viewer; the others stay.
 * @throws AppError 422 for a time zone that does not exist
 */
export async function savePreference(
  { db, tenant, viewer, now }: Context,
  input: OperationInput<'PUT /user/auth/user/info/preference/save'>,
): Promise<Preferences> {
  if (input.timeZone && !isTimeZone(input.timeZone))
    throw new AppError(422, 'invalid', { fields: [{ field: 'timeZone', key: 'field.timeZone' }] });
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const change = { ...given, gmtModified: now() };
  const { language, timeZone, theme, textSize, reducedMotion } = memberPreference;
  const [saved] = await db
    .insert(memberPreference)
    .values({ enterpriseId: tenant.id, userId: viewer.userId, ...change })
    .onConflictDoUpdate({ target: [memberPreference.enterpriseId, memberPreference.userId], set: change })
    .returning({ language, timeZone, theme, textSize, reducedMotion });
  return saved!;
}

/** Whether this is the name of a time zone that Node, and so every page, can calculate with; offsets such as `+08:00` are none. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
