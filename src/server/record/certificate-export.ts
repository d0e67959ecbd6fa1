import { and, eq, sql } from 'drizzle-orm';
import { getT } from '#src/i18n/server.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import {
  type AskedExport,
  type ExportList,
  type OfPerson,
  personColumns,
  personSql,
} from '#src/server/export/export-list.ts';
import { inPeriod, ofPeople } from '#src/server/export/people-condition.ts';
import type { ZipFile } from '#src/server/export/write-zip.ts';
import { boughtSeat } from '#src/server/order/seat-conditions.ts';
import { eventOfSeat } from './ledger-export.ts';
import { certificateTemplateVersion } from './tables/template.ts';
import { makeSheet, type Printed } from './sheet/make-sheet.ts';

type Row = OfPerson & {
  certificateName: string;
  certificateNo: string;
  issuer: string;
  issueWay: 'automatic' | 'manual';
  status: 'held' | 'expired' | 'revoked';
  issuedAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  holder: string;
  enterpriseName: string;
  classHours: string | null;
  credits: string | null;
  replacedBy: string | null;
  versionId: string | null;
};

/** Export of certificates, newest first: as a table, or each as PDF. */
export const certificateExport: ExportList<Row> = {
  query: (asked) => {
    const { status, issueWay, certificateId, keyword, expiresWithin } = asked.input;
    const now = sql`${asked.now.toISOString()}::timestamptz`;
    const state = sql`case when h.revoked_at is not null then 'revoked' when h.expires_at <= ${now} then 'expired' else 'held' end`;
    const other = asked.locale === 'zh' ? 'en' : 'zh';
    const conditions = [
      status && sql`${state} = ${status}`,
      issueWay && sql`h.issue_way = ${issueWay}`,
      certificateId && sql`h.certificate_id = ${certificateId}`,
      keyword &&
        sql`strpos(lower(concat_ws(' ', u.user_name, h.user_name, h.certificate_no, h.certificate_name)), lower(${keyword})) > 0`,
      expiresWithin &&
        sql`h.revoked_at is null and h.expires_at > ${now} and h.expires_at <= ${now} + make_interval(days => ${Number(expiresWithin)})`,
    ].filter((each) => each !== undefined && each !== '');
    return sql`
      select ${personSql},
             coalesce(nullif(h.titles ->> ${asked.locale}, ''), nullif(h.titles ->> ${other}, ''), h.certificate_name) as "certificateName",
             h.certificate_no as "certificateNo", h.issuer, h.issue_way as "issueWay", ${state} as status,
             h.issued_at as "issuedAt", h.expires_at as "expiresAt", h.revoked_at as "revokedAt", h.user_name as holder,
             h.enterprise_name as "enterpriseName",
             h.class_hours as "classHours", h.credits,
             (select o.certificate_no from user_certificate o
              where o.enterprise_id = h.enterprise_id and o.replaces_id = h.id) as "replacedBy",
             h.template_version_id as "versionId"
      from user_certificate h
      join enterprise_user u on u.enterprise_id = h.enterprise_id and u.user_id = h.user_id
      where h.enterprise_id = ${asked.enterpriseId}
        ${sql.join(
          conditions.map((each) => sql`and ${each}`),
          sql` `,
        )}
        and ${inPeriod(asked, sql`h.issued_at`)} and ${ofPeople(asked, boughtSeat(asked, eventOfSeat(sql`h.source`)))}
      order by h.issued_at desc, h.id desc`;
  },
  file: makeFile,
  columns: (t, asked) => [
    ...personColumns(asked),
    { name: 'certificate', width: 36, type: 'text', value: ({ certificateName }) => certificateName },
    { name: 'certificateNo', width: 24, type: 'text', value: ({ certificateNo }) => certificateNo },
    { name: 'issuer', width: 24, type: 'text', value: ({ issuer }) => issuer },
    { name: 'issueWay', width: 14, type: 'text', value: ({ issueWay }) => t(`enum:issueWay.${issueWay}`) },
    { name: 'state', width: 14, type: 'text', value: ({ status }) => t(`enum:certificateStatus.${status}`) },
    { name: 'issuedAt', width: 18, type: 'time', value: ({ issuedAt }) => issuedAt },
    { name: 'expiresAt', width: 18, type: 'time', value: ({ expiresAt }) => expiresAt },
  ],
};

/** A certificate as PDF; one with characters that its font does not have is named with them. */
async function makeFile(row: Row, asked: AskedExport): Promise<ZipFile> {
  const name = `${row.certificateNo}.pdf`;
  const printed: Printed = {
    ...row,
    layout: row.versionId === null ? null : await layoutOf(asked.enterpriseId, row.versionId),
    ...{ userName: row.holder, gmtCreate: row.issuedAt, expireTime: row.expiresAt, revokeTime: row.revokedAt },
  };
  try {
    const { locale, timeZone, enterpriseId: owner } = asked;
    return {
      name,
      bytes: await makeSheet(printed, { locale, timeZone, owner, origin: String(asked.input['origin']) }),
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.key !== 'certificateGlyphs') throw error;
    return { name, problem: getT(asked.locale)(`errors:${error.key}`, error.params) };
  }
}

/** The layout of a version of a template, which never changes. It is read with each certificate: thousands of layouts would be much memory. */
const layoutOf = (enterpriseId: string, id: string) =>
  withTenant(enterpriseId, async (db) => {
    const ofVersion = and(
      eq(certificateTemplateVersion.enterpriseId, enterpriseId),
      eq(certificateTemplateVersion.id, id),
    );
    const [found] = await db
      .select({ layout: certificateTemplateVersion.layout })
      .from(certificateTemplateVersion)
      .where(ofVersion);
    return found!.layout;
  });
