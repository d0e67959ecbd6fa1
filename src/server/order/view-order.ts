import { sql } from 'drizzle-orm';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { TakeBack } from '#src/contract/rules/policy.ts';
import { rulesSql } from '#src/server/policy/rules-sql.ts';
import { selectOrders } from './page-orders.ts';
import { mayTakeBack } from './seat-conditions.ts';

type Item = {
  courseId: string;
  title: string;
  coverFileId: string | null;
  price: string;
  seats: number;
  amount: string;
};
type Seat = {
  courseId: string;
  userId: string;
  userName: string;
  department: string | null;
  studyProgress: number;
  completed: boolean;
  begun: boolean;
  expiresAt: string | null;
  takeBack: TakeBack;
};

/**
 * Returns an order with its seats and the progress of the members who have one.
 * @throws AppError 404 for another user's order, unless the user is administrator of this enterprise
 */
export async function viewOrder(ctx: Context, { id }: { id: string }) {
  const { db, tenant } = ctx;
  const [head] = await selectOrders(ctx, sql`o.id = ${id}`);
  if (!head) throw notFound();
  const here = sql`x.enterprise_id = ${tenant.id} and x.order_id = ${id}`;
  const { rows: items } = await db.execute<Item>(sql`
    select x.course_id as "courseId", c.title, c.cover_file_id as "coverFileId", x.price, x.seats,
           x.price * x.seats as amount
    from course_order_item x join course c on c.enterprise_id = x.enterprise_id and c.id = x.course_id
    where ${here} order by c.title, c.id`);
  const { rows: seats } = await db.execute<Seat>(sql`
    select x.course_id as "courseId", x.user_id as "userId", u.user_name as "userName", u.department,
           coalesce(p.study_progress, 0) as "studyProgress", coalesce(p.status = 'completed', false) as completed,
           p.user_id is not null as begun, x.expires_at as "expiresAt",
           ${rulesSql('orders', tenant.id)} ->> 'takeBack' as "takeBack"
    from course_seat x
    join enterprise_user u on u.enterprise_id = x.enterprise_id and u.user_id = x.user_id
    left join course_progress p on p.enterprise_id = x.enterprise_id and p.course_id = x.course_id and p.user_id = x.user_id
    where ${here} order by x.gmt_create, u.user_name, x.user_id`);
  const { rows: requests } = await db.execute<{ id: string; reason: string | null }>(sql`
    select i.id, case when i.decided_at is not null then (select l.comment from flow_log l where l.enterprise_id = i.enterprise_id and l.instance_id = i.id
                    and l.action in ('approve', 'reject') order by l.id desc limit 1) end as reason
    from flow_instance i
    where i.enterprise_id = ${tenant.id} and i.flow_type = 'order' and i.subject_id = ${id} limit 1`);
  const approved = head.state === 'approved';
  return {
    ...head,
    instanceId: requests[0]?.id ?? null,
    reason: requests[0]?.reason ?? null,
    canAssign: approved,
    mine: head.buyerId === ctx.viewer.userId,
    items: items.map(({ coverFileId, ...item }) => ({
      ...item,
      cover: publicFileUrl(coverFileId),
      people: seats
        .filter(({ courseId }) => courseId === item.courseId)
        .map(({ begun, takeBack, expiresAt, ...seat }) => ({
          ...seat,
          expiresAt: expiresAt && new Date(expiresAt),
          canTakeBack: approved && mayTakeBack(takeBack, seat.completed ? 'completed' : begun ? 'learning' : null),
        })),
    })),
  };
}
