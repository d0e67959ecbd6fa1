import { live } from '#src/contract/live.ts';
import { liveHost } from '#src/contract/live-host.ts';
import { implement } from '#src/server/core/implement.ts';
import { attend } from './attend.ts';
import { startBroadcast, stopBroadcast } from './broadcast/start-broadcast.ts';
import { issueKey, revokeKey } from './ingest-key.ts';
import { moderateMessage, saveChat, saveMute } from './moderate.ts';
import { exportAttendance, pageAttendance } from './page-attendance.ts';
import { pageMessages } from './page-messages.ts';
import { pageLed, pageSessions, pageWaiting } from './page-sessions.ts';
import { lowerHand, saveHand } from './save-hand.ts';
import { saveMessage } from './save-message.ts';
import { closePoll, savePoll, votePoll } from './save-poll.ts';
import { saveSession } from './save-session.ts';
import { saveStatus } from './save-status.ts';
import { listLedCourses, viewLed } from './view-led.ts';
import { viewSession } from './view-session.ts';

export const liveOperations = implement(live, {
  'POST /course/auth/live/page': pageSessions,
  'GET /course/auth/live/view': viewSession,
  'POST /course/auth/live/message/page': pageMessages,
  'POST /course/auth/live/message/save': { ownTransaction: saveMessage },
  'POST /course/auth/live/hand/save': saveHand,
  'POST /course/auth/live/poll/vote': votePoll,
  'POST /course/auth/live/attend': attend,
  'POST /course/auth/live/waiting/page': pageWaiting,
});

export const liveHostOperations = implement(liveHost, {
  'POST /course/auth/live/host/page': pageLed,
  'GET /course/auth/live/host/view': viewLed,
  'POST /course/auth/live/session/courses': listLedCourses,
  'POST /course/auth/live/session/save': saveSession,
  'POST /course/auth/live/key/issue': issueKey,
  'POST /course/auth/live/key/revoke': revokeKey,
  'POST /course/auth/live/broadcast/start': startBroadcast,
  'POST /course/auth/live/broadcast/stop': stopBroadcast,
  'POST /course/auth/live/status/save': saveStatus,
  'POST /course/auth/live/chat/save': saveChat,
  'POST /course/auth/live/message/moderate': moderateMessage,
  'POST /course/auth/live/mute/save': saveMute,
  'POST /course/auth/live/hand/lower': lowerHand,
  'POST /course/auth/live/poll/save': savePoll,
  'POST /course/auth/live/poll/close': closePoll,
  'POST /course/auth/live/attendance/page': pageAttendance,
  'POST /course/auth/live/attendance/export': exportAttendance,
});
