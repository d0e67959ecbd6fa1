import { promisify } from 'node:util';
import { type AsyncZippable, zip } from 'fflate';
import { getT } from '#src/i18n/server.ts';
import { findTenantById } from '#src/server/core/find-tenant.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { AskedExport, WholeFile } from '#src/server/export/export-list.ts';
import { exportPerson } from './export-person.ts';
import { namedMember } from './named-member.ts';
import { personPage } from './person-page.ts';

/** Compresses in threads of its own. */
const packed = promisify((files: AsyncZippable, done: (error: Error | null, bytes: Uint8Array) => void) => {
  zip(files, { level: 6 }, done);
});

/** The copy of a member's data that they have asked for: a zip file with the data as JSON, a readable page, and their pictures. */
export const ownDataExport: WholeFile = {
  async whole({ enterpriseId, userId, locale, timeZone, now }: AskedExport) {
    const tenant = await findTenantById(enterpriseId);
    const member = tenant && (await withTenant(enterpriseId, (db) => namedMember(db, tenant, userId)));
    if (!member) throw new Error('The member has been erased');
    const data = await exportPerson(member, now, { actorId: userId });
    const pictures: AsyncZippable = {};
    for (const row of data.data['file'] ?? []) {
      if (typeof row['content'] !== 'string') continue;
      const name = `files/${String(row['id'])}.${String(row['content_type']).replace(/^image\/|\W.*$/g, '')}`;
      pictures[name] = [Buffer.from(row['content'], 'base64'), { level: 0 }];
      row['content'] = name;
    }
    const bytes = await packed({
      'data.json': Buffer.from(JSON.stringify(data, null, 2)),
      'index.html': Buffer.from(await personPage(data, { locale, timeZone, t: getT(locale) })),
      ...pictures,
    });
    return { type: 'application/zip', bytes: Buffer.from(bytes) };
  },
};
