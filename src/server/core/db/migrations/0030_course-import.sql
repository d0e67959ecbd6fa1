CREATE TABLE "course_person" (
	"enterprise_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"excluded" boolean DEFAULT false NOT NULL,
	CONSTRAINT "course_person_enterprise_id_course_id_user_id_pk" PRIMARY KEY("enterprise_id","course_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "course_rule" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"course_id" uuid NOT NULL,
	"excluded" boolean DEFAULT false NOT NULL,
	"department_id" uuid,
	"with_below" boolean DEFAULT true NOT NULL,
	"position_id" uuid,
	"joined_since" date,
	CONSTRAINT "course_rule_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id")
);
--> statement-breakpoint
CREATE TABLE "course_import" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"folder_id" uuid,
	"state" text DEFAULT 'running' NOT NULL,
	"problem" text,
	"entries" jsonb,
	"results" jsonb DEFAULT '[]' NOT NULL,
	"course_id" uuid,
	"run_id" uuid,
	"busy_at" timestamp (3) with time zone,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "course_import_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "course_import_state_check" CHECK ("course_import"."state" in ('running', 'done', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "course" DROP CONSTRAINT "course_status_check";--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "restricted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "course_person" ADD CONSTRAINT "course_person_enterprise_id_course_id_course_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","course_id") REFERENCES "public"."course"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_person" ADD CONSTRAINT "course_person_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_rule" ADD CONSTRAINT "course_rule_enterprise_id_course_id_course_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","course_id") REFERENCES "public"."course"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_rule" ADD CONSTRAINT "course_rule_department_fk" FOREIGN KEY ("enterprise_id","department_id") REFERENCES "public"."department"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_rule" ADD CONSTRAINT "course_rule_position_fk" FOREIGN KEY ("enterprise_id","position_id") REFERENCES "public"."position"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_import" ADD CONSTRAINT "course_import_enterprise_id_file_id_media_file_enterprise_id_file_id_fk" FOREIGN KEY ("enterprise_id","file_id") REFERENCES "public"."media_file"("enterprise_id","file_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_import" ADD CONSTRAINT "course_import_enterprise_id_course_id_course_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","course_id") REFERENCES "public"."course"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_import" ADD CONSTRAINT "course_import_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "course_person_enterprise_id_user_id_index" ON "course_person" USING btree ("enterprise_id","user_id");--> statement-breakpoint
CREATE INDEX "course_rule_enterprise_id_course_id_index" ON "course_rule" USING btree ("enterprise_id","course_id");--> statement-breakpoint
CREATE INDEX "course_rule_enterprise_id_department_id_index" ON "course_rule" USING btree ("enterprise_id","department_id");--> statement-breakpoint
CREATE INDEX "course_import_file" ON "course_import" USING btree ("enterprise_id","file_id");--> statement-breakpoint
CREATE INDEX "course_import_running" ON "course_import" USING btree ("enterprise_id") WHERE "course_import"."state" = 'running';--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_status_check" CHECK ("course"."status" in ('published', 'restricted', 'unpublished')) NOT VALID;--> statement-breakpoint
ALTER TABLE "course" VALIDATE CONSTRAINT "course_status_check";