CREATE TABLE "bulk_job" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"action" text NOT NULL,
	"input" jsonb NOT NULL,
	"list" text NOT NULL,
	"locale" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"total_count" integer NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"failed_count" integer DEFAULT 0 NOT NULL,
	"dismissed" boolean DEFAULT false NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "bulk_job_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "bulk_job_locale_check" CHECK ("bulk_job"."locale" in ('zh', 'en')),
	CONSTRAINT "bulk_job_state_check" CHECK ("bulk_job"."state" in ('running', 'done', 'stopped')),
	CONSTRAINT "bulk_job_total_count_check" CHECK ("bulk_job"."total_count" >= 1)
);
--> statement-breakpoint
CREATE TABLE "bulk_row" (
	"enterprise_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"row_id" uuid NOT NULL,
	"name" text NOT NULL,
	"outcome" text,
	"reason" jsonb,
	CONSTRAINT "bulk_row_enterprise_id_job_id_number_pk" PRIMARY KEY("enterprise_id","job_id","number"),
	CONSTRAINT "bulk_row_outcome_check" CHECK ("bulk_row"."outcome" in ('done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "saved_view" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_view_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id")
);
--> statement-breakpoint
ALTER TABLE "bulk_job" ADD CONSTRAINT "bulk_job_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_row" ADD CONSTRAINT "bulk_row_enterprise_id_job_id_bulk_job_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","job_id") REFERENCES "public"."bulk_job"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_job_enterprise_id_user_id_list_id_index" ON "bulk_job" USING btree ("enterprise_id","user_id","list","id");--> statement-breakpoint
CREATE INDEX "bulk_row_waiting" ON "bulk_row" USING btree ("enterprise_id","job_id","number") WHERE "bulk_row"."outcome" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_shared_name" ON "saved_view" USING btree ("enterprise_id","list","name") WHERE "saved_view"."is_shared";--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_own_name" ON "saved_view" USING btree ("enterprise_id","user_id","list","name") WHERE not "saved_view"."is_shared";