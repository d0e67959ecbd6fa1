CREATE TABLE "requirement_assignment" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"requirement_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"open_reason" text NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"close_reason" text,
	CONSTRAINT "requirement_assignment_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "requirement_assignment_open_reason_check" CHECK ("requirement_assignment"."open_reason" in ('rule', 'listed', 'joined', 'transfer', 'organisation')),
	CONSTRAINT "requirement_assignment_close_reason_check" CHECK ("requirement_assignment"."close_reason" in ('rule', 'exception', 'left', 'transfer', 'organisation', 'withdrawn')),
	CONSTRAINT "requirement_assignment_closed_check" CHECK (("requirement_assignment"."closed_at" is null) = ("requirement_assignment"."close_reason" is null)),
	CONSTRAINT "requirement_assignment_period_check" CHECK ("requirement_assignment"."closed_at" >= "requirement_assignment"."opened_at")
);
--> statement-breakpoint
CREATE TABLE "requirement_change" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"is_membership" boolean NOT NULL,
	CONSTRAINT "requirement_change_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id")
);
--> statement-breakpoint
CREATE TABLE "requirement_exemption" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"requirement_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"until_on" date,
	"ended_at" timestamp (3) with time zone,
	"created_by" uuid,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "requirement_exemption_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "requirement_exemption_ended_check" CHECK ("requirement_exemption"."ended_at" >= "requirement_exemption"."gmt_create")
);
--> statement-breakpoint
CREATE TABLE "requirement_extension" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"requirement_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"due_on" date NOT NULL,
	"created_by" uuid,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "requirement_extension_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id")
);
--> statement-breakpoint
CREATE TABLE "requirement_state" (
	"enterprise_id" uuid NOT NULL,
	"requirement_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone,
	"renew_from" timestamp (3) with time zone,
	"is_started" boolean NOT NULL,
	"exempt_until" timestamp (3) with time zone,
	CONSTRAINT "requirement_state_enterprise_id_user_id_requirement_id_pk" PRIMARY KEY("enterprise_id","user_id","requirement_id")
);
--> statement-breakpoint
CREATE TABLE "requirement" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"title" text NOT NULL,
	"summary" text,
	"phase" text DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"stale" text,
	"created_by" uuid,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "requirement_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "requirement_phase_check" CHECK ("requirement"."phase" in ('draft', 'published', 'withdrawn')),
	CONSTRAINT "requirement_stale_check" CHECK ("requirement"."stale" in ('rule', 'organisation')),
	CONSTRAINT "requirement_version_check" CHECK ("requirement"."version" >= 1),
	CONSTRAINT "requirement_revision_check" CHECK ("requirement"."revision" >= 1)
);
--> statement-breakpoint
CREATE TABLE "requirement_person" (
	"enterprise_id" uuid NOT NULL,
	"requirement_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"excluded" boolean DEFAULT false NOT NULL,
	CONSTRAINT "requirement_person_enterprise_id_requirement_id_user_id_pk" PRIMARY KEY("enterprise_id","requirement_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "requirement_rule" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"requirement_id" uuid NOT NULL,
	"excluded" boolean DEFAULT false NOT NULL,
	"department_id" uuid,
	"with_below" boolean DEFAULT true NOT NULL,
	"position_id" uuid,
	"joined_since" date,
	CONSTRAINT "requirement_rule_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id")
);
--> statement-breakpoint
CREATE TABLE "requirement_subject" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"requirement_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"course_id" uuid,
	"project_id" uuid,
	"exam_id" uuid,
	"certificate_id" uuid,
	CONSTRAINT "requirement_subject_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "requirement_subject_once" UNIQUE NULLS NOT DISTINCT("enterprise_id","requirement_id","version","course_id","project_id","exam_id","certificate_id"),
	CONSTRAINT "requirement_subject_kind_check" CHECK (num_nonnulls("requirement_subject"."course_id", "requirement_subject"."project_id", "requirement_subject"."exam_id", "requirement_subject"."certificate_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "requirement_version" (
	"enterprise_id" uuid NOT NULL,
	"requirement_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"since" timestamp (3) with time zone,
	"until" timestamp (3) with time zone,
	"due_days" integer,
	"due_from" text,
	"due_on" date,
	"repeat_months" integer,
	"renew_days" integer DEFAULT 30 NOT NULL,
	CONSTRAINT "requirement_version_enterprise_id_requirement_id_number_pk" PRIMARY KEY("enterprise_id","requirement_id","number"),
	CONSTRAINT "requirement_version_due_check" CHECK (num_nonnulls("requirement_version"."due_days", "requirement_version"."due_on") = 1),
	CONSTRAINT "requirement_version_from_check" CHECK (("requirement_version"."due_days" is null) = ("requirement_version"."due_from" is null)),
	CONSTRAINT "requirement_version_until_check" CHECK ("requirement_version"."until" is null or coalesce("requirement_version"."until" >= "requirement_version"."since", false)),
	CONSTRAINT "requirement_version_due_from_check" CHECK ("requirement_version"."due_from" in ('joined', 'assigned')),
	CONSTRAINT "requirement_version_due_days_check" CHECK ("requirement_version"."due_days" between 0 and 3650),
	CONSTRAINT "requirement_version_repeat_months_check" CHECK ("requirement_version"."repeat_months" between 1 and 240),
	CONSTRAINT "requirement_version_renew_days_check" CHECK ("requirement_version"."renew_days" between 0 and 365)
);
--> statement-breakpoint
ALTER TABLE "requirement_assignment" ADD CONSTRAINT "requirement_assignment_requirement_fk" FOREIGN KEY ("enterprise_id","requirement_id") REFERENCES "public"."requirement"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_assignment" ADD CONSTRAINT "requirement_assignment_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_change" ADD CONSTRAINT "requirement_change_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_exemption" ADD CONSTRAINT "requirement_exemption_requirement_fk" FOREIGN KEY ("enterprise_id","requirement_id") REFERENCES "public"."requirement"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_exemption" ADD CONSTRAINT "requirement_exemption_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_exemption" ADD CONSTRAINT "requirement_exemption_created_by_member_fk" FOREIGN KEY ("enterprise_id","created_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_extension" ADD CONSTRAINT "requirement_extension_requirement_fk" FOREIGN KEY ("enterprise_id","requirement_id") REFERENCES "public"."requirement"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_extension" ADD CONSTRAINT "requirement_extension_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_extension" ADD CONSTRAINT "requirement_extension_created_by_member_fk" FOREIGN KEY ("enterprise_id","created_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_state" ADD CONSTRAINT "requirement_state_requirement_fk" FOREIGN KEY ("enterprise_id","requirement_id") REFERENCES "public"."requirement"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_state" ADD CONSTRAINT "requirement_state_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement" ADD CONSTRAINT "requirement_created_by_member_fk" FOREIGN KEY ("enterprise_id","created_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_person" ADD CONSTRAINT "requirement_person_requirement_fk" FOREIGN KEY ("enterprise_id","requirement_id") REFERENCES "public"."requirement"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_person" ADD CONSTRAINT "requirement_person_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_rule" ADD CONSTRAINT "requirement_rule_requirement_fk" FOREIGN KEY ("enterprise_id","requirement_id") REFERENCES "public"."requirement"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_rule" ADD CONSTRAINT "requirement_rule_department_fk" FOREIGN KEY ("enterprise_id","department_id") REFERENCES "public"."department"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_rule" ADD CONSTRAINT "requirement_rule_position_fk" FOREIGN KEY ("enterprise_id","position_id") REFERENCES "public"."position"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_subject" ADD CONSTRAINT "requirement_subject_version_fk" FOREIGN KEY ("enterprise_id","requirement_id","version") REFERENCES "public"."requirement_version"("enterprise_id","requirement_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_subject" ADD CONSTRAINT "requirement_subject_course_fk" FOREIGN KEY ("enterprise_id","course_id") REFERENCES "public"."course"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_subject" ADD CONSTRAINT "requirement_subject_project_fk" FOREIGN KEY ("enterprise_id","project_id") REFERENCES "public"."project"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_subject" ADD CONSTRAINT "requirement_subject_exam_fk" FOREIGN KEY ("enterprise_id","exam_id") REFERENCES "public"."exam"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_subject" ADD CONSTRAINT "requirement_subject_certificate_fk" FOREIGN KEY ("enterprise_id","certificate_id") REFERENCES "public"."certificate"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirement_version" ADD CONSTRAINT "requirement_version_requirement_fk" FOREIGN KEY ("enterprise_id","requirement_id") REFERENCES "public"."requirement"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "requirement_assignment_open" ON "requirement_assignment" USING btree ("enterprise_id","requirement_id","user_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "requirement_assignment_enterprise_id_user_id_requirement_id_opened_at_index" ON "requirement_assignment" USING btree ("enterprise_id","user_id","requirement_id","opened_at");--> statement-breakpoint
CREATE INDEX "requirement_exemption_enterprise_id_user_id_requirement_id_index" ON "requirement_exemption" USING btree ("enterprise_id","user_id","requirement_id");--> statement-breakpoint
CREATE INDEX "requirement_extension_enterprise_id_user_id_requirement_id_index" ON "requirement_extension" USING btree ("enterprise_id","user_id","requirement_id");--> statement-breakpoint
CREATE INDEX "requirement_state_enterprise_id_requirement_id_user_id_index" ON "requirement_state" USING btree ("enterprise_id","requirement_id","user_id");--> statement-breakpoint
CREATE INDEX "requirement_person_enterprise_id_user_id_index" ON "requirement_person" USING btree ("enterprise_id","user_id");--> statement-breakpoint
CREATE INDEX "requirement_rule_enterprise_id_requirement_id_index" ON "requirement_rule" USING btree ("enterprise_id","requirement_id");--> statement-breakpoint
CREATE INDEX "requirement_rule_enterprise_id_department_id_index" ON "requirement_rule" USING btree ("enterprise_id","department_id");