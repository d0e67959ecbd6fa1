CREATE TABLE "contact_person" (
	"enterprise_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid,
	"is_disabled" boolean DEFAULT false NOT NULL,
	"given" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_person_enterprise_id_provider_subject_pk" PRIMARY KEY("enterprise_id","provider","subject"),
	CONSTRAINT "contact_person_provider_check" CHECK ("contact_person"."provider" in ('wecom', 'dingtalk', 'oidc'))
);
--> statement-breakpoint
CREATE TABLE "contact_sync" (
	"enterprise_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"app_id" text NOT NULL,
	"sealed_secret" text,
	"scope" jsonb NOT NULL,
	"disable_left" boolean DEFAULT false NOT NULL,
	"nightly_hour" integer,
	"last_nightly_on" date,
	"last_count" integer,
	"user_id" uuid NOT NULL,
	"locale" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_sync_enterprise_id_provider_pk" PRIMARY KEY("enterprise_id","provider"),
	CONSTRAINT "contact_sync_provider_check" CHECK ("contact_sync"."provider" in ('wecom', 'dingtalk')),
	CONSTRAINT "contact_sync_locale_check" CHECK ("contact_sync"."locale" in ('zh', 'en')),
	CONSTRAINT "contact_sync_nightly_hour_check" CHECK ("contact_sync"."nightly_hour" between 0 and 23)
);
--> statement-breakpoint
CREATE TABLE "contact_sync_department" (
	"enterprise_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"id" text NOT NULL,
	"parent_id" text,
	"name" text NOT NULL,
	CONSTRAINT "contact_sync_department_enterprise_id_import_id_id_pk" PRIMARY KEY("enterprise_id","import_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact_sync_person" (
	"enterprise_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"id" text NOT NULL,
	"person" jsonb NOT NULL,
	CONSTRAINT "contact_sync_person_enterprise_id_import_id_id_pk" PRIMARY KEY("enterprise_id","import_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact_sync_run" (
	"enterprise_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"is_nightly" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'reading' NOT NULL,
	"scope" jsonb NOT NULL,
	"step" text DEFAULT 'departments' NOT NULL,
	"cursor" text,
	"department_count" integer DEFAULT 0 NOT NULL,
	"people_count" integer DEFAULT 0 NOT NULL,
	"page_count" integer DEFAULT 0 NOT NULL,
	"retry_count" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp (3) with time zone,
	"expected_count" integer,
	"problem" jsonb,
	"ended_at" timestamp (3) with time zone,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_sync_run_enterprise_id_import_id_pk" PRIMARY KEY("enterprise_id","import_id"),
	CONSTRAINT "contact_sync_run_provider_check" CHECK ("contact_sync_run"."provider" in ('wecom', 'dingtalk')),
	CONSTRAINT "contact_sync_run_state_check" CHECK ("contact_sync_run"."state" in ('reading', 'stopped', 'planning', 'planned', 'failed')),
	CONSTRAINT "contact_sync_run_step_check" CHECK ("contact_sync_run"."step" in ('departments', 'people')),
	CONSTRAINT "contact_sync_run_tries_check" CHECK ("contact_sync_run"."tries" >= 0)
);
--> statement-breakpoint
ALTER TABLE "person_import" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "person_import_row" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "person_import_row" ADD COLUMN "is_linked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_person" ADD CONSTRAINT "contact_person_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_sync" ADD CONSTRAINT "contact_sync_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_sync_department" ADD CONSTRAINT "contact_sync_department_run_fk" FOREIGN KEY ("enterprise_id","import_id") REFERENCES "public"."contact_sync_run"("enterprise_id","import_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_sync_person" ADD CONSTRAINT "contact_sync_person_run_fk" FOREIGN KEY ("enterprise_id","import_id") REFERENCES "public"."contact_sync_run"("enterprise_id","import_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_sync_run" ADD CONSTRAINT "contact_sync_run_import_fk" FOREIGN KEY ("enterprise_id","import_id") REFERENCES "public"."person_import"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_person_enterprise_id_user_id_index" ON "contact_person" USING btree ("enterprise_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_sync_run_running" ON "contact_sync_run" USING btree ("enterprise_id") WHERE state in ('reading', 'planning');