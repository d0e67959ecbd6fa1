import { calendar } from '#src/contract/calendar.ts';
import { implement } from '#src/server/core/implement.ts';
import { closeRoom, deleteRoom, listRooms, restoreRoom, saveRoom } from '#src/server/training/rooms.ts';
import { listCosts, saveCosts, viewEffects } from '#src/server/training/session-costs.ts';
import { listClashes, listEntries } from './list-entries.ts';
import { listOptions } from './list-options.ts';

export const calendarOperations = implement(calendar, {
  'POST /course/auth/calendar/list': listEntries,
  'POST /course/auth/calendar/options': listOptions,
  'POST /course/auth/calendar/clash/list': listClashes,
  'POST /course/auth/calendar/room/list': listRooms,
  'POST /course/auth/calendar/room/save': saveRoom,
  'POST /course/auth/calendar/room/close': closeRoom,
  'DELETE /course/auth/calendar/room/delete': deleteRoom,
  'PUT /course/auth/calendar/room/restore': restoreRoom,
  'POST /course/auth/calendar/effects': viewEffects,
  'POST /course/auth/calendar/cost/list': listCosts,
  'POST /course/auth/calendar/cost/save': saveCosts,
});
