-- no transaction
CREATE TABLE IF NOT EXISTS "study_task_person" (
	"enterprise_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"excluded" boolean DEFAULT false NOT NULL,
	CONSTRAINT "study_task_person_enterprise_id_task_id_user_id_pk" PRIMARY KEY("enterprise_id","task_id","user_id")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "study_task_removal" (
	"enterprise_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"study_progress" integer NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"assigned_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "study_task_removal_enterprise_id_task_id_user_id_pk" PRIMARY KEY("enterprise_id","task_id","user_id"),
	CONSTRAINT "study_task_removal_study_progress_check" CHECK ("study_task_removal"."study_progress" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "study_task_rule" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"task_id" uuid NOT NULL,
	"excluded" boolean DEFAULT false NOT NULL,
	"department_id" uuid,
	"with_below" boolean DEFAULT true NOT NULL,
	"position_id" uuid,
	"joined_since" date,
	CONSTRAINT "study_task_rule_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id")
);
--> statement-breakpoint
ALTER TABLE "study_task" ADD COLUMN IF NOT EXISTS "late_completion" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "study_task" ADD COLUMN IF NOT EXISTS "reminders" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "study_task" ADD COLUMN IF NOT EXISTS "cancelled_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "study_task" ADD COLUMN IF NOT EXISTS "end_changes" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "study_task" ADD COLUMN IF NOT EXISTS "stale" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "study_task" ADD COLUMN IF NOT EXISTS "revision" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "study_task_person" DROP CONSTRAINT IF EXISTS "study_task_person_task_fk";
--> statement-breakpoint
ALTER TABLE "study_task_person" ADD CONSTRAINT "study_task_person_task_fk" FOREIGN KEY ("enterprise_id","task_id") REFERENCES "public"."study_task"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "study_task_person" DROP CONSTRAINT IF EXISTS "study_task_person_user_id_member_fk";
--> statement-breakpoint
ALTER TABLE "study_task_person" ADD CONSTRAINT "study_task_person_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "study_task_removal" DROP CONSTRAINT IF EXISTS "study_task_removal_task_fk";
--> statement-breakpoint
ALTER TABLE "study_task_removal" ADD CONSTRAINT "study_task_removal_task_fk" FOREIGN KEY ("enterprise_id","task_id") REFERENCES "public"."study_task"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "study_task_removal" DROP CONSTRAINT IF EXISTS "study_task_removal_user_id_member_fk";
--> statement-breakpoint
ALTER TABLE "study_task_removal" ADD CONSTRAINT "study_task_removal_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "study_task_rule" DROP CONSTRAINT IF EXISTS "study_task_rule_task_fk";
--> statement-breakpoint
ALTER TABLE "study_task_rule" ADD CONSTRAINT "study_task_rule_task_fk" FOREIGN KEY ("enterprise_id","task_id") REFERENCES "public"."study_task"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "study_task_rule" DROP CONSTRAINT IF EXISTS "study_task_rule_department_fk";
--> statement-breakpoint
ALTER TABLE "study_task_rule" ADD CONSTRAINT "study_task_rule_department_fk" FOREIGN KEY ("enterprise_id","department_id") REFERENCES "public"."department"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "study_task_rule" DROP CONSTRAINT IF EXISTS "study_task_rule_position_fk";
--> statement-breakpoint
ALTER TABLE "study_task_rule" ADD CONSTRAINT "study_task_rule_position_fk" FOREIGN KEY ("enterprise_id","position_id") REFERENCES "public"."position"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "study_task_person_enterprise_id_user_id_index" ON "study_task_person" USING btree ("enterprise_id","user_id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "study_task_removal_enterprise_id_user_id_index" ON "study_task_removal" USING btree ("enterprise_id","user_id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "study_task_rule_enterprise_id_task_id_index" ON "study_task_rule" USING btree ("enterprise_id","task_id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "study_task_rule_enterprise_id_department_id_index" ON "study_task_rule" USING btree ("enterprise_id","department_id");
--> statement-breakpoint
ALTER TABLE "study_task" DROP CONSTRAINT IF EXISTS "study_task_end_changes_check";
--> statement-breakpoint
ALTER TABLE "study_task" ADD CONSTRAINT "study_task_end_changes_check" CHECK ("study_task"."end_changes" >= 0) NOT VALID;
--> statement-breakpoint
ALTER TABLE "study_task" VALIDATE CONSTRAINT "study_task_end_changes_check";
--> statement-breakpoint
ALTER TABLE "study_task" DROP CONSTRAINT IF EXISTS "study_task_revision_check";
--> statement-breakpoint
ALTER TABLE "study_task" ADD CONSTRAINT "study_task_revision_check" CHECK ("study_task"."revision" >= 1) NOT VALID;
--> statement-breakpoint
ALTER TABLE "study_task" VALIDATE CONSTRAINT "study_task_revision_check";
--> statement-breakpoint
ALTER TABLE department NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE study_task NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE IF EXISTS study_task_target NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE study_task_user NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE study_task_rule NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE study_task_person NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Departments of tasks become rules; one that does not exist has no members. The empty path means everybody.
DO $$
BEGIN
  IF to_regclass('study_task_target') IS NULL THEN RETURN; END IF;
  INSERT INTO study_task_rule (enterprise_id, task_id, department_id)
  SELECT g.enterprise_id, g.task_id, d.id
  FROM study_task_target g
  LEFT JOIN department d ON d.enterprise_id = g.enterprise_id AND d.path = g.department AND d.closed_at IS NULL
  WHERE (g.department = '' OR d.id IS NOT NULL) AND NOT EXISTS (SELECT FROM study_task_rule r
    WHERE r.enterprise_id = g.enterprise_id AND r.task_id = g.task_id AND r.department_id IS NOT DISTINCT FROM d.id);
  -- Other tasks were given to people by name.
  INSERT INTO study_task_person (enterprise_id, task_id, user_id)
  SELECT u.enterprise_id, u.task_id, u.user_id
  FROM study_task_user u
  WHERE NOT EXISTS (SELECT FROM study_task_target g WHERE g.enterprise_id = u.enterprise_id AND g.task_id = u.task_id)
  ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
DROP TABLE IF EXISTS "study_task_target";
