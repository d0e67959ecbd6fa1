import { sql } from 'drizzle-orm';
import { type ExportList, type OfPerson, personColumns, personSql } from '#src/server/export/export-list.ts';
import { inPeriod, ofPeople } from '#src/server/export/people-condition.ts';
import { boughtSeat } from '#src/server/order/seat-conditions.ts';
import { eventOfSeat } from './ledger-export.ts';

type Row = OfPerson & {
  certificateName: string;
  certificateNo: string;
  issuer: string;
  issueWay: 'automatic' | 'manual';
  status: 'held' | 'expired' | 'revoked';
  issuedAt: Date;
  expiresAt: Date | null;
};

/** Export of certificates, newest first. */
export const certificateExport: ExportList<Row> = {
  query: (asked) => {
    const { status, issueWay } = asked.input;
    const state = sql`case when h.revoked_at is not null then 'revoked'
      when h.expires_at <= ${asked.now.toISOString()}::timestamptz then 'expired' else 'held' end`;
    return sql`
      select ${personSql}, h.certificate_name as "certificateName", h.certificate_no as "certificateNo", h.issuer,
             h.issue_way as "issueWay", ${state} as status,
             h.issued_at as "issuedAt", h.expires_at as "expiresAt"
      from user_certificate h
      join enterprise_user u on u.enterprise_id = h.enterprise_id and u.user_id = h.user_id
      where h.enterprise_id = ${asked.enterpriseId}
        and ${status ? sql`${state} = ${status}` : sql`true`}
        and ${issueWay ? sql`h.issue_way = ${issueWay}` : sql`true`}
        and ${inPeriod(asked, sql`h.issued_at`)} and ${ofPeople(asked, boughtSeat(asked, eventOfSeat(sql`h.source`)))}
      order by h.issued_at desc, h.id desc`;
  },
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
