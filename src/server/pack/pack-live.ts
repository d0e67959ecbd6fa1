import { z } from 'zod';
import { isOrdered, item, list, given, Line, MediaPath, Moment, Phone, Whole } from './fields.ts';

const ChatMessage = item({
  phone: Phone,
  /** Second of the class. */
  at: Whole.max(43_200, 'should be at most 43200'),
  text: Line,
  kind: z.enum(['chat', 'question']).default('chat'),
  answered: z.boolean().default(false),
});

/** The live class of a resource. */
export const Live = item({
  start: Moment,
  end: Moment,
  requiredPercent: z.int().min(1, 'should be from 1 to 100').max(100, 'should be from 1 to 100').default(70),
  recordingCounts: z.boolean().default(true),
  /** Video of a class that is over. */
  recording: MediaPath.optional(),
  chat: list(ChatMessage, 500).default([]),
}).superRefine(
  (live, context) => {
    const wrong = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
    if (!isOrdered(live.start, live.end)) wrong('end', 'should be later than "start"');
    if (live.chat.length > 0 && !live.recording) wrong('chat', 'only a class with "recording" has "chat"');
  },
  given('start', 'end', 'recording', 'chat'),
);
export type Live = z.infer<typeof Live>;
