import { and, eq } from 'drizzle-orm';
import { isPhone, plainNumber } from '#src/lib/phone.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { OperatorError } from '#src/server/core/operator-error.ts';

/** A member of an enterprise, as an operator names them. */
export type NamedMember = {
  enterpriseId: string;
  enterpriseName: string;
  /** Language of the enterprise. */
  lang: 'zh' | 'en';
  userId: string;
  userName: string;
  phone: string | null;
  employeeNo: string | null;
  status: 'active' | 'disabled';
  isAdmin: boolean;
};

/**
 * Finds a member by phone number or employee number.
 * @param key key of the enterprise (first label of its host name)
 * @throws OperatorError when there is no such enterprise or member
 */
export async function findMember(
  key: string,
  { phone, employeeNo }: { phone?: string | undefined; employeeNo?: string | undefined },
): Promise<NamedMember> {
  const [tenant] = await withPortal((db) => db.select().from(enterprise).where(eq(enterprise.key, key)));
  if (!tenant)
    throw new OperatorError(`There is no enterprise "${key}": give its key, the first label of its host name.`);
  const number = plainNumber(phone ?? '');
  if (phone !== undefined && !isPhone(number)) throw new OperatorError(`"${phone}" is not a phone number.`);
  const [member] = await withTenant(tenant.id, (db) =>
    db
      .select({
        userId: enterpriseUser.userId,
        userName: enterpriseUser.userName,
        phone: userAccount.phone,
        employeeNo: enterpriseUser.employeeNo,
        status: enterpriseUser.status,
        isAdmin: enterpriseUser.isAdmin,
      })
      .from(enterpriseUser)
      .innerJoin(userAccount, eq(userAccount.id, enterpriseUser.userId))
      .where(
        and(
          eq(enterpriseUser.enterpriseId, tenant.id),
          phone === undefined ? undefined : eq(userAccount.phone, number),
          employeeNo === undefined ? undefined : eq(enterpriseUser.employeeNo, employeeNo),
        ),
      )
      .limit(1),
  );
  const named = [phone && `the phone number ${phone}`, employeeNo && `the employee number ${employeeNo}`];
  if (!member) throw new OperatorError(`${key} has no member with ${named.filter(Boolean).join(' and ')}.`);
  const lang = tenant.lang === 'en' ? 'en' : 'zh';
  return { ...member, enterpriseId: tenant.id, enterpriseName: tenant.name, lang };
}
