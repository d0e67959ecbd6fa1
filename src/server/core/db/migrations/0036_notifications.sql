CREATE TABLE "notice_delivery" (
	"enterprise_id" uuid NOT NULL,
	"notice_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"user_id" uuid NOT NULL,
	"group_name" text NOT NULL,
	"is_required" boolean NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"error" text,
	"next_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_delivery_enterprise_id_notice_id_channel_pk" PRIMARY KEY("enterprise_id","notice_id","channel"),
	CONSTRAINT "notice_delivery_channel_check" CHECK ("notice_delivery"."channel" in ('mail', 'sms', 'wecom', 'dingtalk')),
	CONSTRAINT "notice_delivery_group_name_check" CHECK ("notice_delivery"."group_name" in ('assigned', 'due', 'overdue', 'marked', 'resultChanged', 'appeal', 'certificate', 'expiring', 'announcement', 'session', 'coaching', 'approval', 'reply', 'mention', 'moderation', 'account')),
	CONSTRAINT "notice_delivery_state_check" CHECK ("notice_delivery"."state" in ('waiting', 'sending', 'sent', 'failed', 'skipped')),
	CONSTRAINT "notice_delivery_reason_check" CHECK ("notice_delivery"."reason" in ('read', 'notWanted', 'noAddress', 'addressFails', 'unknownUser', 'off', 'gone', 'late', 'refused', 'unreachable', 'interrupted')),
	CONSTRAINT "notice_delivery_tries_check" CHECK ("notice_delivery"."tries" >= 0),
	CONSTRAINT "notice_delivery_done_check" CHECK (("notice_delivery"."state" in ('waiting', 'sending')) = ("notice_delivery"."done_at" is null))
);
--> statement-breakpoint
ALTER TABLE "policy" DROP CONSTRAINT "policy_kind_check";--> statement-breakpoint
ALTER TABLE "reminder_preference" ADD COLUMN "choices" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "reminder_preference" ADD COLUMN "quiet_from" integer;--> statement-breakpoint
ALTER TABLE "reminder_preference" ADD COLUMN "quiet_until" integer;--> statement-breakpoint
ALTER TABLE "notice_delivery" ADD CONSTRAINT "notice_delivery_notice_fk" FOREIGN KEY ("enterprise_id","notice_id") REFERENCES "public"."notice"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_delivery" ADD CONSTRAINT "notice_delivery_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_delivery_waiting" ON "notice_delivery" USING btree ("enterprise_id","channel","next_at") WHERE state in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "notice_delivery_log" ON "notice_delivery" USING btree ("enterprise_id","gmt_create","notice_id","channel");--> statement-breakpoint
CREATE INDEX "notice_delivery_person" ON "notice_delivery" USING btree ("enterprise_id","user_id","gmt_create");--> statement-breakpoint
CREATE INDEX "notice_delivery_state" ON "notice_delivery" USING btree ("enterprise_id","state","gmt_create");--> statement-breakpoint
ALTER TABLE "reminder_preference" ADD CONSTRAINT "reminder_preference_quiet_from_check" CHECK ("reminder_preference"."quiet_from" between 0 and 23) NOT VALID;--> statement-breakpoint
ALTER TABLE "reminder_preference" VALIDATE CONSTRAINT "reminder_preference_quiet_from_check";--> statement-breakpoint
ALTER TABLE "reminder_preference" ADD CONSTRAINT "reminder_preference_quiet_until_check" CHECK ("reminder_preference"."quiet_until" between 0 and 23) NOT VALID;--> statement-breakpoint
ALTER TABLE "reminder_preference" VALIDATE CONSTRAINT "reminder_preference_quiet_until_check";--> statement-breakpoint
ALTER TABLE "reminder_preference" ADD CONSTRAINT "reminder_preference_quiet_check" CHECK (("reminder_preference"."quiet_from" is null) = ("reminder_preference"."quiet_until" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "reminder_preference" VALIDATE CONSTRAINT "reminder_preference_quiet_check";--> statement-breakpoint
ALTER TABLE "policy" ADD CONSTRAINT "policy_kind_check" CHECK ("policy"."kind" in ('points', 'rankings', 'orders', 'notices')) NOT VALID;--> statement-breakpoint
ALTER TABLE "policy" VALIDATE CONSTRAINT "policy_kind_check";--> statement-breakpoint
ALTER TABLE "reminder_preference" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notice" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE reminder_preference p SET choices = coalesce((
  SELECT jsonb_object_agg(c.channel || '_' || g, true)
  FROM (VALUES ('mail', p.by_email), ('sms', p.by_sms)) c (channel, wanted)
  CROSS JOIN unnest(array['assigned', 'due', 'overdue', 'coaching', 'announcement']) g
  WHERE c.wanted), '{}');--> statement-breakpoint
DO $$ BEGIN
  -- Reminders that waited for the morning.
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    INSERT INTO notice_delivery (enterprise_id, notice_id, channel, user_id, group_name, is_required, next_at, gmt_create)
    SELECT n.enterprise_id, n.id, j.data ->> 'by', n.user_id,
           CASE n.kind WHEN 'task' THEN CASE WHEN n.detail ->> 'event' IN ('assigned', 'due') THEN n.detail ->> 'event' ELSE 'overdue' END
             WHEN 'coaching' THEN 'coaching' WHEN 'announcement' THEN 'announcement' ELSE 'assigned' END,
           false, greatest(j.start_after, n.gmt_create), n.gmt_create
    FROM pgboss.job j
    JOIN notice n ON n.enterprise_id = (j.data ->> 'enterpriseId')::uuid AND n.id = (j.data ->> 'noticeId')::uuid
    WHERE j.name = 'send-reminder' AND j.state::text IN ('created', 'retry')
      AND (CASE j.data ->> 'by' WHEN 'sms' THEN n.sms_at ELSE n.mail_at END) IS NULL
    ON CONFLICT DO NOTHING;
    DELETE FROM pgboss.job WHERE name = 'send-reminder';
  END IF;
END $$;--> statement-breakpoint
ALTER TABLE "reminder_preference" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notice" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notice" DROP COLUMN "sms_at";--> statement-breakpoint
ALTER TABLE "notice" DROP COLUMN "mail_at";--> statement-breakpoint
ALTER TABLE "reminder_preference" DROP COLUMN "by_sms";--> statement-breakpoint
ALTER TABLE "reminder_preference" DROP COLUMN "by_email";--> statement-breakpoint
ALTER TABLE "portal"."user_account" ADD COLUMN "email_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "portal"."user_account" ADD CONSTRAINT "user_account_email_failures_check" CHECK ("portal"."user_account"."email_failures" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "portal"."user_account" VALIDATE CONSTRAINT "user_account_email_failures_check";
