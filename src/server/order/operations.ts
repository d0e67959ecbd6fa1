import { order } from '#src/contract/order.ts';
import { implement } from '#src/server/core/implement.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { deleteFromCart, listCart, saveCart } from './cart.ts';
import { pageOrders } from './page-orders.ts';
import { planDepartmentSeats, saveDepartmentSeats } from './department-seats.ts';
import { saveInvoice, viewInvoice } from './invoice.ts';
import { listDepartments, pagePeople } from './people.ts';
import { repeatOrder } from './repeat-order.ts';
import { deleteSeat, deleteUnusedSeats, saveSeats } from './seats.ts';
import { submitOrder } from './submit-order.ts';
import { viewOrder } from './view-order.ts';

export const orderOperations = implement(order, {
  'GET /course/auth/order/cart/list': listCart,
  'POST /course/auth/order/cart/save': saveCart,
  'DELETE /course/auth/order/cart/delete': deleteFromCart,
  'POST /course/auth/order/people/page': { ownTransaction: pagePeople },
  'GET /course/auth/order/department/list': listDepartments,
  'POST /course/auth/order/submit': submitOrder,
  'POST /course/auth/order/page': pageOrders,
  'POST /course/auth/order/export': (ctx, input) =>
    requestExport(ctx, 'orders', { ...input, scope: ctx.viewer.isAdmin ? 'enterprise' : 'organisation' }),
  'GET /course/auth/order/view': viewOrder,
  'POST /course/auth/order/seat/save': saveSeats,
  'DELETE /course/auth/order/seat/delete': deleteSeat,
  'DELETE /course/auth/order/seat/unused/delete': deleteUnusedSeats,
  'POST /course/auth/order/seat/department/plan': planDepartmentSeats,
  'POST /course/auth/order/seat/department/save': saveDepartmentSeats,
  'POST /course/auth/order/repeat': repeatOrder,
  'GET /course/auth/order/invoice/view': viewInvoice,
  'POST /course/auth/order/invoice/save': saveInvoice,
});
