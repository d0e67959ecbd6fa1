CREATE TABLE "report" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"definition" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "report_revision_check" CHECK ("report"."revision" >= 1)
);
--> statement-breakpoint
CREATE TABLE "report_delivery" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"report_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"rows" integer,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "report_delivery_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "report_delivery_once" UNIQUE("enterprise_id","report_id","user_id","due_at"),
	CONSTRAINT "report_delivery_state_check" CHECK ("report_delivery"."state" in ('queued', 'sending', 'sent', 'failed', 'skipped')),
	CONSTRAINT "report_delivery_reason_check" CHECK ("report_delivery"."reason" in ('noMail', 'noAddress', 'gone', 'noRight', 'invalid', 'refused', 'unreachable', 'tooLarge', 'interrupted')),
	CONSTRAINT "report_delivery_attempts_check" CHECK ("report_delivery"."attempts" >= 0),
	CONSTRAINT "report_delivery_rows_check" CHECK ("report_delivery"."rows" >= 0),
	CONSTRAINT "report_delivery_done_check" CHECK (("report_delivery"."state" in ('queued', 'sending')) = ("report_delivery"."done_at" is null))
);
--> statement-breakpoint
CREATE TABLE "report_recipient" (
	"enterprise_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "report_recipient_enterprise_id_report_id_user_id_pk" PRIMARY KEY("enterprise_id","report_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "report_run" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"definition" jsonb NOT NULL,
	"locale" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"result" jsonb,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "report_run_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "report_run_key" UNIQUE("enterprise_id","user_id","key"),
	CONSTRAINT "report_run_locale_check" CHECK ("report_run"."locale" in ('zh', 'en')),
	CONSTRAINT "report_run_state_check" CHECK ("report_run"."state" in ('running', 'ready', 'failed')),
	CONSTRAINT "report_run_ready_check" CHECK (("report_run"."state" = 'ready') = ("report_run"."result" is not null))
);
--> statement-breakpoint
CREATE TABLE "report_schedule" (
	"enterprise_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"every" text NOT NULL,
	"day" integer NOT NULL,
	"hour" integer NOT NULL,
	"format" text NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"locale" text NOT NULL,
	"origin" text NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "report_schedule_enterprise_id_report_id_pk" PRIMARY KEY("enterprise_id","report_id"),
	CONSTRAINT "report_schedule_every_check" CHECK ("report_schedule"."every" in ('day', 'week', 'month')),
	CONSTRAINT "report_schedule_day_check" CHECK ("report_schedule"."day" between 1 and 28),
	CONSTRAINT "report_schedule_hour_check" CHECK ("report_schedule"."hour" between 0 and 23),
	CONSTRAINT "report_schedule_format_check" CHECK ("report_schedule"."format" in ('xlsx', 'csv')),
	CONSTRAINT "report_schedule_locale_check" CHECK ("report_schedule"."locale" in ('zh', 'en'))
);
--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_delivery" ADD CONSTRAINT "report_delivery_report_fk" FOREIGN KEY ("enterprise_id","report_id") REFERENCES "public"."report"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_delivery" ADD CONSTRAINT "report_delivery_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_recipient" ADD CONSTRAINT "report_recipient_report_fk" FOREIGN KEY ("enterprise_id","report_id") REFERENCES "public"."report"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_recipient" ADD CONSTRAINT "report_recipient_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_run" ADD CONSTRAINT "report_run_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedule" ADD CONSTRAINT "report_schedule_report_fk" FOREIGN KEY ("enterprise_id","report_id") REFERENCES "public"."report"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedule" ADD CONSTRAINT "report_schedule_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_enterprise_id_user_id_index" ON "report" USING btree ("enterprise_id","user_id");--> statement-breakpoint
CREATE INDEX "report_delivery_waiting" ON "report_delivery" USING btree ("enterprise_id","next_at") WHERE state in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "report_delivery_newest" ON "report_delivery" USING btree ("enterprise_id","report_id","due_at","id");--> statement-breakpoint
CREATE INDEX "report_schedule_enterprise_id_next_at_index" ON "report_schedule" USING btree ("enterprise_id","next_at");
