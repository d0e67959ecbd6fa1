-- no transaction
CREATE TABLE IF NOT EXISTS "portal"."mailbox" (
	"address" text PRIMARY KEY NOT NULL,
	"uid_validity" bigint DEFAULT 0 NOT NULL,
	"last_uid" bigint DEFAULT 0 NOT NULL,
	"busy_until" timestamp (3) with time zone
);--> statement-breakpoint
ALTER TABLE "portal"."user_account" ADD COLUMN IF NOT EXISTS "email_bounced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notice_delivery" DROP CONSTRAINT IF EXISTS "notice_delivery_group_name_check", ADD CONSTRAINT "notice_delivery_group_name_check" CHECK ("notice_delivery"."group_name" in ('assigned', 'due', 'overdue', 'marked', 'resultChanged', 'appeal', 'certificate', 'expiring', 'announcement', 'session', 'live', 'coaching', 'approval', 'reply', 'mention', 'moderation', 'export', 'import', 'account')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notice_delivery" VALIDATE CONSTRAINT "notice_delivery_group_name_check";--> statement-breakpoint
ALTER TABLE "notice_delivery" DROP CONSTRAINT IF EXISTS "notice_delivery_reason_check", ADD CONSTRAINT "notice_delivery_reason_check" CHECK ("notice_delivery"."reason" in ('read', 'notWanted', 'noAddress', 'addressFails', 'unknownUser', 'off', 'gone', 'late', 'refused', 'bounced', 'unreachable', 'interrupted')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notice_delivery" VALIDATE CONSTRAINT "notice_delivery_reason_check";--> statement-breakpoint
ALTER TABLE "requirement_delivery" DROP CONSTRAINT IF EXISTS "requirement_delivery_reason_check", ADD CONSTRAINT "requirement_delivery_reason_check" CHECK ("requirement_delivery"."reason" in ('notWanted', 'noAddress', 'fulfilled', 'exempt', 'gone', 'moved', 'refused', 'bounced', 'unreachable', 'interrupted')) NOT VALID;--> statement-breakpoint
ALTER TABLE "requirement_delivery" VALIDATE CONSTRAINT "requirement_delivery_reason_check";
