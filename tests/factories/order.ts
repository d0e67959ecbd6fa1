import { randomUUID } from 'node:crypto';
import { courseOrder, courseOrderItem, courseSeat, type OrderState } from '#src/server/order/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintCourse } from './course.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

type CourseMore = Parameters<typeof mintCourse>[1];

/** Inserts a course that requires purchase, for 99.90 CNY. @returns its id */
export const mintPaidCourse = (tenant: TestTenant, more: CourseMore = {}) =>
  mintCourse(tenant, { title: '内审员认证', purchaseRequired: true, price: '99.90', currency: 'CNY', ...more });

/** Inserts an order of one course with seats for `people`. @returns its id */
export async function mintOrder(
  tenant: TestTenant,
  buyer: TestPerson,
  courseId: string,
  people: TestPerson[],
  { state = 'approved' as OrderState, seats = people.length } = {},
): Promise<string> {
  const enterpriseId = tenant.id;
  const orderId = randomUUID();
  await withTenant(enterpriseId, async (db) => {
    await db.insert(courseOrder).values({
      enterpriseId,
      id: orderId,
      orderNo: orderId,
      submitKey: orderId,
      buyerId: buyer.userId,
      state,
      total: '99.90',
      currency: 'CNY',
    });
    await db.insert(courseOrderItem).values({ enterpriseId, orderId, courseId, seats, price: '99.90' });
    for (const { userId } of people) await db.insert(courseSeat).values({ enterpriseId, orderId, courseId, userId });
  });
  return orderId;
}
