import { ApiError } from '#src/client/api-error.ts';
import type { Data } from '#src/contract/calls.ts';
import type { DeviceEntry, DeviceStore, RejectReason } from './device-store.ts';

/** What a save answers, as far as the queue needs it. */
export type SendReply = Pick<
  Data<'POST /exam/auth/user/exam/answer/save'>,
  'acks' | 'rejected' | 'superseded' | 'status'
>;
/** What became of the entries of one request. */
export type Settlement = Pick<SendReply, 'acks' | 'rejected'>;
/** One change as it travels. */
export type Entry = Pick<DeviceEntry, 'questionId' | 'epoch' | 'revision' | 'answer' | 'flagged'>;
/** An answer that the server did not accept. */
export type Rejected = { questionId: string; reason: RejectReason };

/**
 * What the person sees of it: everything durable at the server, on this device only, being sent, only in this page, or
 * not accepted by the server and kept on this device.
 */
export type SaveState = 'saved' | 'saving' | 'device' | 'unsaved' | 'rejected';

/** Sends entries of one epoch. @throws ApiError when they were refused as a whole, or the server cannot be reached */
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

/** Whether a request was refused as a whole for what is in it: another one with less of it may get through. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 413 || error.code === 422);
}
