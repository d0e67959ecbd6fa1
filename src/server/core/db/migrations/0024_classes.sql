-- no transaction
CREATE TABLE IF NOT EXISTS "live_broadcast" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"session_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"container" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"rehearsal" boolean NOT NULL,
	"next_number" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"last_fragment_at" timestamp (3) with time zone,
	"resume_number" integer DEFAULT 0 NOT NULL,
	"resume_offset" integer DEFAULT 0 NOT NULL,
	"resume_ms" integer DEFAULT 0 NOT NULL,
	"segment_count" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"problem" text,
	CONSTRAINT "live_broadcast_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "live_broadcast_enterprise_id_session_id_number_unique" UNIQUE("enterprise_id","session_id","number"),
	CONSTRAINT "live_broadcast_container_check" CHECK ("live_broadcast"."container" in ('mp4', 'webm')),
	CONSTRAINT "live_broadcast_problem_check" CHECK ("live_broadcast"."problem" in ('unreadable', 'takenOver')),
	CONSTRAINT "live_broadcast_width_check" CHECK ("live_broadcast"."width" between 1 and 1920),
	CONSTRAINT "live_broadcast_height_check" CHECK ("live_broadcast"."height" between 1 and 1920),
	CONSTRAINT "live_broadcast_number_check" CHECK ("live_broadcast"."number" >= 1),
	CONSTRAINT "live_broadcast_next_number_check" CHECK ("live_broadcast"."next_number" >= 0),
	CONSTRAINT "live_broadcast_bytes_check" CHECK ("live_broadcast"."bytes" >= 0),
	CONSTRAINT "live_broadcast_resume_number_check" CHECK ("live_broadcast"."resume_number" >= 0),
	CONSTRAINT "live_broadcast_resume_offset_check" CHECK ("live_broadcast"."resume_offset" >= 0),
	CONSTRAINT "live_broadcast_resume_ms_check" CHECK ("live_broadcast"."resume_ms" >= 0),
	CONSTRAINT "live_broadcast_segment_count_check" CHECK ("live_broadcast"."segment_count" >= 0),
	CONSTRAINT "live_broadcast_failures_check" CHECK ("live_broadcast"."failures" >= 0)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "training_cost" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"session_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"note" text,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "training_cost_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "training_cost_kind_check" CHECK ("training_cost"."kind" in ('lecturer', 'room', 'material', 'travel', 'catering', 'other')),
	CONSTRAINT "training_cost_amount_check" CHECK ("training_cost"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "training_material" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"session_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "training_material_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "training_material_enterprise_id_session_id_file_id_unique" UNIQUE("enterprise_id","session_id","file_id")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "training_room" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"capacity" integer,
	"closed_at" timestamp (3) with time zone,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "training_room_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "training_room_enterprise_id_name_address_unique" UNIQUE("enterprise_id","name","address"),
	CONSTRAINT "training_room_capacity_check" CHECK ("training_room"."capacity" >= 1)
);
--> statement-breakpoint
ALTER TABLE "live_session" ADD COLUMN IF NOT EXISTS "broadcast_id" uuid;
--> statement-breakpoint
ALTER TABLE "live_session" ADD COLUMN IF NOT EXISTS "converter" uuid;
--> statement-breakpoint
ALTER TABLE "live_session" ADD COLUMN IF NOT EXISTS "converter_until" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "training_attendance" ADD COLUMN IF NOT EXISTS "passed" boolean;
--> statement-breakpoint
ALTER TABLE "training_attendance" ADD COLUMN IF NOT EXISTS "score" numeric(12, 2);
--> statement-breakpoint
ALTER TABLE "training_session" ADD COLUMN IF NOT EXISTS "room_id" uuid;
--> statement-breakpoint
ALTER TABLE "training_session" ADD COLUMN IF NOT EXISTS "series_id" uuid;
--> statement-breakpoint
ALTER TABLE "training_session" ADD COLUMN IF NOT EXISTS "booking_until" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "training_session" ADD COLUMN IF NOT EXISTS "waiting_list" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "training_session" ADD COLUMN IF NOT EXISTS "revision" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "live_broadcast" DROP CONSTRAINT IF EXISTS "live_broadcast_enterprise_id_session_id_live_session_enterprise_id_id_fk";
--> statement-breakpoint
ALTER TABLE "live_broadcast" ADD CONSTRAINT "live_broadcast_enterprise_id_session_id_live_session_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","session_id") REFERENCES "public"."live_session"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "live_broadcast" DROP CONSTRAINT IF EXISTS "live_broadcast_user_id_member_fk";
--> statement-breakpoint
ALTER TABLE "live_broadcast" ADD CONSTRAINT "live_broadcast_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "training_cost" DROP CONSTRAINT IF EXISTS "training_cost_enterprise_id_session_id_training_session_enterprise_id_id_fk";
--> statement-breakpoint
ALTER TABLE "training_cost" ADD CONSTRAINT "training_cost_enterprise_id_session_id_training_session_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","session_id") REFERENCES "public"."training_session"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "training_material" DROP CONSTRAINT IF EXISTS "training_material_enterprise_id_session_id_training_session_enterprise_id_id_fk";
--> statement-breakpoint
ALTER TABLE "training_material" ADD CONSTRAINT "training_material_enterprise_id_session_id_training_session_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","session_id") REFERENCES "public"."training_session"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "training_material" DROP CONSTRAINT IF EXISTS "training_material_enterprise_id_file_id_file_enterprise_id_id_fk";
--> statement-breakpoint
ALTER TABLE "training_material" ADD CONSTRAINT "training_material_enterprise_id_file_id_file_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","file_id") REFERENCES "public"."file"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "training_cost_enterprise_id_session_id_index" ON "training_cost" USING btree ("enterprise_id","session_id");
--> statement-breakpoint
ALTER TABLE "training_session" DROP CONSTRAINT IF EXISTS "training_session_enterprise_id_room_id_training_room_enterprise_id_id_fk";
--> statement-breakpoint
ALTER TABLE "training_session" ADD CONSTRAINT "training_session_enterprise_id_room_id_training_room_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","room_id") REFERENCES "public"."training_room"("enterprise_id","id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "training_session" VALIDATE CONSTRAINT "training_session_enterprise_id_room_id_training_room_enterprise_id_id_fk";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "training_session_series_idx";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "training_session_series_idx" ON "training_session" USING btree ("enterprise_id","series_id","start_at") WHERE "training_session"."series_id" is not null;
--> statement-breakpoint
ALTER TABLE "training_attendance" DROP CONSTRAINT IF EXISTS "training_attendance_score_check";
--> statement-breakpoint
ALTER TABLE "training_attendance" ADD CONSTRAINT "training_attendance_score_check" CHECK ("training_attendance"."score" between 0 and 100000) NOT VALID;
--> statement-breakpoint
ALTER TABLE "training_attendance" VALIDATE CONSTRAINT "training_attendance_score_check";
--> statement-breakpoint
ALTER TABLE "training_session" DROP CONSTRAINT IF EXISTS "training_session_revision_check";
--> statement-breakpoint
ALTER TABLE "training_session" ADD CONSTRAINT "training_session_revision_check" CHECK ("training_session"."revision" >= 1) NOT VALID;
--> statement-breakpoint
ALTER TABLE "training_session" VALIDATE CONSTRAINT "training_session_revision_check";
