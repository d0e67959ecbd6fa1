CREATE TABLE "requirement_delivery" (
	"enterprise_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "requirement_delivery_enterprise_id_message_id_channel_pk" PRIMARY KEY("enterprise_id","message_id","channel"),
	CONSTRAINT "requirement_delivery_channel_check" CHECK ("requirement_delivery"."channel" in ('notice', 'mail', 'sms')),
	CONSTRAINT "requirement_delivery_state_check" CHECK ("requirement_delivery"."state" in ('queued', 'sending', 'sent', 'failed', 'skipped')),
	CONSTRAINT "requirement_delivery_reason_check" CHECK ("requirement_delivery"."reason" in ('notWanted', 'noAddress', 'fulfilled', 'exempt', 'gone', 'moved', 'refused', 'unreachable', 'interrupted')),
	CONSTRAINT "requirement_delivery_attempts_check" CHECK ("requirement_delivery"."attempts" >= 0),
	CONSTRAINT "requirement_delivery_done_check" CHECK (("requirement_delivery"."state" in ('queued', 'sending')) = ("requirement_delivery"."done_at" is null))
);
--> statement-breakpoint
CREATE TABLE "requirement_message" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"requirement_id" uuid,
	"user_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"step" text NOT NULL,
	"digest_id" uuid,
	"created_by" uuid,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "requirement_message_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "requirement_message_once" UNIQUE NULLS NOT DISTINCT("enterprise_id","user_id","requirement_id","due_on","step"),
	CONSTRAINT "requirement_message_kind_check" CHECK ("requirement_message"."kind" in ('scheduled', 'digest', 'manual', 'test')),
	CONSTRAINT "requirement_message_digest_check" CHECK (("requirement_message"."kind" = 'digest') = ("requirement_message"."requirement_id" is null))
);
--> statement-breakpoint
ALTER TABLE "requirement" ADD COLUMN "remind_before" integer[] DEFAULT '{30,7}' NOT NULL;--> statement-breakpoint
ALTER TABLE "requirement" ADD COLUMN "remind_on_day" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "requirement" ADD COLUMN "remind_weekly" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "requirement" ADD COLUMN "remind_superior" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "requirement_delivery" ADD CONSTRAINT "requirement_delivery_message_fk" FOREIGN KEY ("enterprise_id","message_id") REFERENCES "public"."requirement_message"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_message" ADD CONSTRAINT "requirement_message_requirement_fk" FOREIGN KEY ("enterprise_id","requirement_id") REFERENCES "public"."requirement"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_message" ADD CONSTRAINT "requirement_message_digest_fk" FOREIGN KEY ("enterprise_id","digest_id") REFERENCES "public"."requirement_message"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_message" ADD CONSTRAINT "requirement_message_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_message" ADD CONSTRAINT "requirement_message_created_by_member_fk" FOREIGN KEY ("enterprise_id","created_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "requirement_delivery_waiting" ON "requirement_delivery" USING btree ("enterprise_id","channel","next_at") WHERE state in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "requirement_message_enterprise_id_gmt_create_id_index" ON "requirement_message" USING btree ("enterprise_id","gmt_create","id");--> statement-breakpoint
CREATE INDEX "requirement_message_enterprise_id_requirement_id_gmt_create_index" ON "requirement_message" USING btree ("enterprise_id","requirement_id","gmt_create");--> statement-breakpoint
CREATE INDEX "requirement_message_digest" ON "requirement_message" USING btree ("enterprise_id","digest_id") WHERE digest_id is not null;