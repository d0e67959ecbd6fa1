import { and, eq } from 'drizzle-orm';
import { examAccommodation } from '#src/server/exam/tables/rules.ts';
import { momentOf, type Importing } from '#src/server/pack/importing.ts';

/**
 * Imports the accommodations of people who have none: administrators change and end them in the portal, and a repeated
 * import must not add them again. They are entered by the first administrator of the pack, or the person.
 */
export async function importAccommodations(importing: Importing, people: ReadonlyMap<string, string>): Promise<void> {
  const { db, enterpriseId, pack, tally } = importing;
  const administrator = pack.people.find(({ isAdmin }) => isAdmin)?.phone;
  for (const {
    phone,
    extraMinutes,
    breakMinutes,
    windowAfterHours,
    validFrom,
    validUntil,
    ...more
  } of pack.accommodations) {
    const userId = people.get(phone)!;
    const own = and(eq(examAccommodation.enterpriseId, enterpriseId), eq(examAccommodation.userId, userId));
    const isNew = (await db.$count(examAccommodation, own)) === 0;
    tally.add('accommodation', isNew ? 'created' : 'unchanged', phone);
    if (!isNew) continue;
    await db.insert(examAccommodation).values({
      ...{ ...more, enterpriseId, userId, createdBy: people.get(administrator ?? phone)! },
      ...{ extraSeconds: extraMinutes * 60, breakSeconds: breakMinutes * 60 },
      windowAfterSeconds: windowAfterHours * 3600,
      validFrom: momentOf(importing, validFrom),
      validUntil: validUntil === undefined ? null : momentOf(importing, validUntil),
    });
  }
}
