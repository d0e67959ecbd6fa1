-- A function with other columns is created by the rules.
DROP FUNCTION IF EXISTS portal.find_viewers(uuid, bytea[], bytea[], integer);
--> statement-breakpoint
CREATE TABLE "member_history" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"department_id" uuid,
	"position_id" uuid,
	"active" boolean NOT NULL,
	CONSTRAINT "member_history_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id")
);
--> statement-breakpoint
CREATE TABLE "role_grant" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"bundle" text NOT NULL,
	"department_id" uuid,
	"granted_by" uuid,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "role_grant_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "role_grant_once" UNIQUE NULLS NOT DISTINCT("enterprise_id","user_id","bundle","department_id"),
	CONSTRAINT "role_grant_bundle_check" CHECK ("role_grant"."bundle" in ('trainingManager', 'peopleManager', 'contentEditor', 'examiner', 'auditor'))
);
--> statement-breakpoint
CREATE TABLE "department" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"parent_id" uuid,
	"code" text,
	"name" text NOT NULL,
	"other_name" text,
	"path" text NOT NULL,
	"head_id" uuid,
	"sort" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"merged_into" uuid,
	"revision" integer DEFAULT 1 NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "department_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "department_name_check" CHECK ("department"."name" ~ '^[^/／]+$'),
	CONSTRAINT "department_revision_check" CHECK ("department"."revision" >= 1)
);
--> statement-breakpoint
CREATE TABLE "position" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text,
	"name" text NOT NULL,
	"other_name" text,
	"sort" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"merged_into" uuid,
	"revision" integer DEFAULT 1 NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "position_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "position_revision_check" CHECK ("position"."revision" >= 1)
);
--> statement-breakpoint
ALTER TABLE "enterprise_user" ADD COLUMN "department_id" uuid;
--> statement-breakpoint
ALTER TABLE "enterprise_user" ADD COLUMN "position_id" uuid;
--> statement-breakpoint
ALTER TABLE "enterprise_user" ADD COLUMN "superior_id" uuid;
--> statement-breakpoint
ALTER TABLE "enterprise_user" ADD COLUMN "joined_on" date;
--> statement-breakpoint
ALTER TABLE "enterprise_user" ADD COLUMN "pinyin" text;
--> statement-breakpoint
ALTER TABLE "enterprise_user" ADD COLUMN "pinyin_of" text;
--> statement-breakpoint
ALTER TABLE "enterprise_user" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "member_history" ADD CONSTRAINT "member_history_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "member_history" ADD CONSTRAINT "member_history_department_fk" FOREIGN KEY ("enterprise_id","department_id") REFERENCES "public"."department"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "member_history" ADD CONSTRAINT "member_history_position_fk" FOREIGN KEY ("enterprise_id","position_id") REFERENCES "public"."position"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "role_grant" ADD CONSTRAINT "role_grant_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "role_grant" ADD CONSTRAINT "role_grant_granted_by_member_fk" FOREIGN KEY ("enterprise_id","granted_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "role_grant" ADD CONSTRAINT "role_grant_department_fk" FOREIGN KEY ("enterprise_id","department_id") REFERENCES "public"."department"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "position" ADD CONSTRAINT "position_merged_into_fk" FOREIGN KEY ("enterprise_id","merged_into") REFERENCES "public"."position"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "department" ADD CONSTRAINT "department_parent_fk" FOREIGN KEY ("enterprise_id","parent_id") REFERENCES "public"."department"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "department" ADD CONSTRAINT "department_merged_into_fk" FOREIGN KEY ("enterprise_id","merged_into") REFERENCES "public"."department"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "member_history_enterprise_id_user_id_since_index" ON "member_history" USING btree ("enterprise_id","user_id","since");
--> statement-breakpoint
CREATE UNIQUE INDEX "department_open_path" ON "department" USING btree ("enterprise_id","path") WHERE closed_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "department_code" ON "department" USING btree ("enterprise_id","code") WHERE code is not null;
--> statement-breakpoint
CREATE INDEX "department_enterprise_id_parent_id_index" ON "department" USING btree ("enterprise_id","parent_id");
--> statement-breakpoint
CREATE INDEX "department_of_head" ON "department" USING btree ("enterprise_id","head_id") WHERE head_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "position_open_name" ON "position" USING btree ("enterprise_id","name") WHERE closed_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "position_code" ON "position" USING btree ("enterprise_id","code") WHERE code is not null;
