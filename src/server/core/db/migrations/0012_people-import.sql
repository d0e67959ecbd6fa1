CREATE TABLE "member_edit" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"field" text NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_edit_enterprise_id_user_id_field_pk" PRIMARY KEY("enterprise_id","user_id","field")
);
--> statement-breakpoint
CREATE TABLE "imported_person" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"is_disabled" boolean DEFAULT false NOT NULL,
	CONSTRAINT "imported_person_enterprise_id_user_id_pk" PRIMARY KEY("enterprise_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "person_import" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"locale" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"file_name" text NOT NULL,
	"file" "bytea",
	"sheets" jsonb NOT NULL,
	"sheet" integer DEFAULT 0 NOT NULL,
	"headings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"options" jsonb NOT NULL,
	"scope" jsonb,
	"plan_number" integer DEFAULT 0 NOT NULL,
	"problem" jsonb,
	"counts" jsonb,
	"active_count" integer DEFAULT 0 NOT NULL,
	"new_departments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"new_positions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"disable_missing" boolean DEFAULT false NOT NULL,
	"total_count" integer DEFAULT 0 NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"failed_count" integer DEFAULT 0 NOT NULL,
	"undone_by" uuid,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone,
	"rows_deleted_at" timestamp (3) with time zone,
	CONSTRAINT "person_import_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "person_import_locale_check" CHECK ("person_import"."locale" in ('zh', 'en')),
	CONSTRAINT "person_import_state_check" CHECK ("person_import"."state" in ('waiting', 'planning', 'planned', 'applying', 'applied', 'undoing', 'undone')),
	CONSTRAINT "person_import_plan_number_check" CHECK ("person_import"."plan_number" >= 0)
);
--> statement-breakpoint
CREATE TABLE "person_import_columns" (
	"enterprise_id" uuid NOT NULL,
	"headings" text NOT NULL,
	"columns" jsonb NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_import_columns_enterprise_id_headings_pk" PRIMARY KEY("enterprise_id","headings")
);
--> statement-breakpoint
CREATE TABLE "person_import_row" (
	"enterprise_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"line" integer,
	"cells" jsonb NOT NULL,
	"given" jsonb NOT NULL,
	"kind" text,
	"name" text NOT NULL,
	"user_id" uuid,
	"planned_id" uuid,
	"revision" integer,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"kept" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"before" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"after" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"outcome" text,
	"note" jsonb,
	"undone" text,
	"undo_note" jsonb,
	CONSTRAINT "person_import_row_enterprise_id_import_id_number_pk" PRIMARY KEY("enterprise_id","import_id","number"),
	CONSTRAINT "person_import_row_kind_check" CHECK ("person_import_row"."kind" in ('new', 'changed', 'unchanged', 'missing', 'wrong')),
	CONSTRAINT "person_import_row_outcome_check" CHECK ("person_import_row"."outcome" in ('done', 'failed')),
	CONSTRAINT "person_import_row_undone_check" CHECK ("person_import_row"."undone" in ('done', 'partly', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "member_edit" ADD CONSTRAINT "member_edit_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_person" ADD CONSTRAINT "imported_person_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_import" ADD CONSTRAINT "person_import_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_import" ADD CONSTRAINT "person_import_undone_by_member_fk" FOREIGN KEY ("enterprise_id","undone_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_import_row" ADD CONSTRAINT "person_import_row_import_fk" FOREIGN KEY ("enterprise_id","import_id") REFERENCES "public"."person_import"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_import_row" ADD CONSTRAINT "person_import_row_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "person_import_running" ON "person_import" USING btree ("enterprise_id") WHERE state in ('applying', 'undoing');--> statement-breakpoint
CREATE INDEX "person_import_row_kind" ON "person_import_row" USING btree ("enterprise_id","import_id","kind","number");--> statement-breakpoint
CREATE INDEX "person_import_row_outcome" ON "person_import_row" USING btree ("enterprise_id","import_id","outcome","number");--> statement-breakpoint
CREATE INDEX "person_import_row_user" ON "person_import_row" USING btree ("enterprise_id","user_id") WHERE user_id is not null;