CREATE TABLE "live_attendance" (
	"enterprise_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"minutes" "int4multirange" DEFAULT '{}' NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"last_beat_at" timestamp (3) with time zone NOT NULL,
	"muted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "live_attendance_enterprise_id_session_id_user_id_pk" PRIMARY KEY("enterprise_id","session_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "live_hand" (
	"enterprise_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"raised_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "live_hand_enterprise_id_session_id_user_id_pk" PRIMARY KEY("enterprise_id","session_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "live_message" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"session_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"body" text NOT NULL,
	"at_second" integer NOT NULL,
	"hidden_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"revision" bigint NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_message_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "live_message_kind_check" CHECK ("live_message"."kind" in ('chat', 'question'))
);
--> statement-breakpoint
CREATE TABLE "live_poll" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"session_id" uuid NOT NULL,
	"question" text NOT NULL,
	"options" jsonb NOT NULL,
	"open" boolean DEFAULT true NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_poll_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id")
);
--> statement-breakpoint
CREATE TABLE "live_poll_vote" (
	"enterprise_id" uuid NOT NULL,
	"poll_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"choice" integer NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_poll_vote_enterprise_id_poll_id_user_id_pk" PRIMARY KEY("enterprise_id","poll_id","user_id"),
	CONSTRAINT "live_poll_vote_choice_check" CHECK ("live_poll_vote"."choice" >= 0)
);
--> statement-breakpoint
CREATE TABLE "live_segment" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"session_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"name" text NOT NULL,
	"sequence" integer,
	"duration_ms" integer,
	"is_init" boolean DEFAULT false NOT NULL,
	"file_id" uuid,
	"arrived_at" timestamp (3) with time zone,
	CONSTRAINT "live_segment_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "live_segment_enterprise_id_session_id_epoch_name_unique" UNIQUE("enterprise_id","session_id","epoch","name"),
	CONSTRAINT "live_segment_epoch_check" CHECK ("live_segment"."epoch" >= 0),
	CONSTRAINT "live_segment_sequence_check" CHECK ("live_segment"."sequence" >= 0),
	CONSTRAINT "live_segment_duration_ms_check" CHECK ("live_segment"."duration_ms" >= 0)
);
--> statement-breakpoint
CREATE TABLE "live_session" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"course_id" uuid NOT NULL,
	"resource_id" uuid NOT NULL,
	"title" text NOT NULL,
	"start_at" timestamp (3) with time zone NOT NULL,
	"end_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"status" text DEFAULT 'planned' NOT NULL,
	"key_hash" "bytea",
	"key_issued_at" timestamp (3) with time zone,
	"epoch" integer DEFAULT 0 NOT NULL,
	"start_epoch" integer DEFAULT 0 NOT NULL,
	"start_sequence" integer DEFAULT 0 NOT NULL,
	"ingest_bytes" bigint DEFAULT 0 NOT NULL,
	"last_segment_at" timestamp (3) with time zone,
	"chat_open" boolean DEFAULT true NOT NULL,
	"slow_mode_seconds" integer DEFAULT 0 NOT NULL,
	"required_percent" integer DEFAULT 70 NOT NULL,
	"recording_counts" boolean DEFAULT true NOT NULL,
	"recording_file_id" uuid,
	"settled_at" timestamp (3) with time zone,
	"revision" bigint DEFAULT 0 NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_session_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "live_session_enterprise_id_resource_id_unique" UNIQUE("enterprise_id","resource_id"),
	CONSTRAINT "live_session_period_check" CHECK ("live_session"."end_at" > "live_session"."start_at"),
	CONSTRAINT "live_session_status_check" CHECK ("live_session"."status" in ('planned', 'live', 'ended', 'cancelled')),
	CONSTRAINT "live_session_epoch_check" CHECK ("live_session"."epoch" >= 0),
	CONSTRAINT "live_session_start_epoch_check" CHECK ("live_session"."start_epoch" >= 0),
	CONSTRAINT "live_session_start_sequence_check" CHECK ("live_session"."start_sequence" >= 0),
	CONSTRAINT "live_session_ingest_bytes_check" CHECK ("live_session"."ingest_bytes" >= 0),
	CONSTRAINT "live_session_slow_mode_seconds_check" CHECK ("live_session"."slow_mode_seconds" between 0 and 3600),
	CONSTRAINT "live_session_required_percent_check" CHECK ("live_session"."required_percent" between 1 and 100),
	CONSTRAINT "live_session_revision_check" CHECK ("live_session"."revision" >= 0)
);
--> statement-breakpoint
ALTER TABLE "live_attendance" ADD CONSTRAINT "live_attendance_enterprise_id_session_id_live_session_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","session_id") REFERENCES "public"."live_session"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_attendance" ADD CONSTRAINT "live_attendance_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_hand" ADD CONSTRAINT "live_hand_enterprise_id_session_id_live_session_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","session_id") REFERENCES "public"."live_session"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_hand" ADD CONSTRAINT "live_hand_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_message" ADD CONSTRAINT "live_message_enterprise_id_session_id_live_session_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","session_id") REFERENCES "public"."live_session"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_message" ADD CONSTRAINT "live_message_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_poll" ADD CONSTRAINT "live_poll_enterprise_id_session_id_live_session_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","session_id") REFERENCES "public"."live_session"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_poll_vote" ADD CONSTRAINT "live_poll_vote_enterprise_id_poll_id_live_poll_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","poll_id") REFERENCES "public"."live_poll"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_poll_vote" ADD CONSTRAINT "live_poll_vote_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_segment" ADD CONSTRAINT "live_segment_enterprise_id_session_id_live_session_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","session_id") REFERENCES "public"."live_session"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_segment" ADD CONSTRAINT "live_segment_enterprise_id_file_id_file_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","file_id") REFERENCES "public"."file"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_session" ADD CONSTRAINT "live_session_enterprise_id_course_id_course_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","course_id") REFERENCES "public"."course"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_session" ADD CONSTRAINT "live_session_enterprise_id_resource_id_course_resource_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","resource_id") REFERENCES "public"."course_resource"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_session" ADD CONSTRAINT "live_session_enterprise_id_recording_file_id_file_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","recording_file_id") REFERENCES "public"."file"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_attendance_enterprise_id_session_id_last_beat_at_index" ON "live_attendance" USING btree ("enterprise_id","session_id","last_beat_at");--> statement-breakpoint
CREATE INDEX "live_message_enterprise_id_session_id_revision_index" ON "live_message" USING btree ("enterprise_id","session_id","revision");--> statement-breakpoint
CREATE INDEX "live_message_enterprise_id_session_id_at_second_id_index" ON "live_message" USING btree ("enterprise_id","session_id","at_second","id");--> statement-breakpoint
CREATE INDEX "live_message_enterprise_id_session_id_user_id_gmt_create_index" ON "live_message" USING btree ("enterprise_id","session_id","user_id","gmt_create");--> statement-breakpoint
CREATE INDEX "live_poll_enterprise_id_session_id_id_index" ON "live_poll" USING btree ("enterprise_id","session_id","id");--> statement-breakpoint
CREATE INDEX "live_segment_enterprise_id_session_id_epoch_sequence_index" ON "live_segment" USING btree ("enterprise_id","session_id","epoch","sequence");--> statement-breakpoint
CREATE INDEX "live_session_enterprise_id_course_id_start_at_index" ON "live_session" USING btree ("enterprise_id","course_id","start_at");--> statement-breakpoint
CREATE INDEX "live_session_enterprise_id_start_at_id_index" ON "live_session" USING btree ("enterprise_id","start_at","id");