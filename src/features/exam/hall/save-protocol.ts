import { ApiError } from '#src/client/api-error.ts';
import type { Data } from '#src/contract/calls.ts';
import type { DeviceEntry, DeviceStore, RejectReason } from './device-store.ts';

/** The part of a save response that the queue needs. */
export type SendReply = Pick<
  Data<'POST /exam/auth/user/exam/answer/save'>,
  'acks' | 'rejected' | 'superseded' | 'status'
> &
  /** What invigilators do. */
  Partial<Pick<Data<'POST /exam/auth/user/exam/answer/save'>, 'pausedAt' | 'messages'>>;
/** Result per entry of one request. */
export type Settlement = Pick<SendReply, 'acks' | 'rejected'>;
/** A change as it is sent. */
export type Entry = Pick<DeviceEntry, 'questionId' | 'epoch' | 'revision' | 'answer' | 'flagged' | 'lang'>;
/** An answer that the server did not accept. */
export type Rejected = { questionId: string; reason: RejectReason };

/**
 * Save state shown to the candidate: saved on the server, on this device only, being sent, in memory only, or not
 * accepted by the server and kept on this device.
 */
export type SaveState = 'saved' | 'saving' | 'device' | 'unsaved' | 'rejected';

/**
 * Sends entries of one epoch. @throws ApiError if the request was rejected as a whole, or the server cannot be reached
 */
export type Send = (entries: Entry[], request: { epoch: number; keepalive: boolean }) => Promise<SendReply>;

export type QueueOptions = {
  attemptId: string;
  store: DeviceStore;
  send: Send;
  onState(state: SaveState): void;
  onRejected(rejected: Rejected[]): void;
  onReply(reply: SendReply): void;
  onError(error: unknown): void;
  /** Whether `store` survives a crash of the browser. */
  durable: boolean;
};

/** Whether a request was rejected as a whole because of its content: a smaller one may succeed. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 413 || error.code === 422);
}
