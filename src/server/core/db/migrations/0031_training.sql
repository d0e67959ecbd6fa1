CREATE TABLE "training_attendance" (
	"enterprise_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"signed_in_at" timestamp (3) with time zone,
	"signed_out_at" timestamp (3) with time zone,
	"sign_way" text,
	"state" text NOT NULL,
	"confirmed_state" text,
	"corrected_by" uuid,
	"corrected_at" timestamp (3) with time zone,
	"correct_reason" text,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "training_attendance_enterprise_id_session_id_user_id_pk" PRIMARY KEY("enterprise_id","session_id","user_id"),
	CONSTRAINT "training_attendance_sign_way_check" CHECK ("training_attendance"."sign_way" in ('qr', 'code', 'hand')),
	CONSTRAINT "training_attendance_state_check" CHECK ("training_attendance"."state" in ('present', 'late', 'early', 'absent')),
	CONSTRAINT "training_attendance_confirmed_state_check" CHECK ("training_attendance"."confirmed_state" in ('present', 'late', 'early', 'absent')),
	CONSTRAINT "training_attendance_signed_check" CHECK (("training_attendance"."signed_in_at" is null) = ("training_attendance"."sign_way" is null)),
	CONSTRAINT "training_attendance_corrected_check" CHECK (("training_attendance"."corrected_at" is null) = ("training_attendance"."correct_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "training_seat" (
	"enterprise_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text NOT NULL,
	"position" integer NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "training_seat_enterprise_id_session_id_user_id_pk" PRIMARY KEY("enterprise_id","session_id","user_id"),
	CONSTRAINT "training_seat_status_check" CHECK ("training_seat"."status" in ('booked', 'waiting', 'cancelled')),
	CONSTRAINT "training_seat_position_check" CHECK ("training_seat"."position" >= 1)
);
--> statement-breakpoint
CREATE TABLE "training_session" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"resource_id" uuid NOT NULL,
	"code" text NOT NULL,
	"title" text,
	"place" text NOT NULL,
	"room" text,
	"start_at" timestamp (3) with time zone NOT NULL,
	"end_at" timestamp (3) with time zone NOT NULL,
	"capacity" integer NOT NULL,
	"lecturer_id" uuid,
	"sign_in_from" integer DEFAULT 30 NOT NULL,
	"late_after" integer DEFAULT 10 NOT NULL,
	"early_leave" integer DEFAULT 10 NOT NULL,
	"sign_out_required" boolean DEFAULT false NOT NULL,
	"early_counts" boolean DEFAULT false NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"radius" integer,
	"status" text DEFAULT 'planned' NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "training_session_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "training_session_enterprise_id_resource_id_code_unique" UNIQUE("enterprise_id","resource_id","code"),
	CONSTRAINT "training_session_period_check" CHECK ("training_session"."end_at" > "training_session"."start_at"),
	CONSTRAINT "training_session_capacity_check" CHECK ("training_session"."capacity" >= 1),
	CONSTRAINT "training_session_sign_in_from_check" CHECK ("training_session"."sign_in_from" >= 0),
	CONSTRAINT "training_session_late_after_check" CHECK ("training_session"."late_after" >= 0),
	CONSTRAINT "training_session_early_leave_check" CHECK ("training_session"."early_leave" >= 0),
	CONSTRAINT "training_session_latitude_check" CHECK ("training_session"."latitude" between -90 and 90),
	CONSTRAINT "training_session_longitude_check" CHECK ("training_session"."longitude" between -180 and 180),
	CONSTRAINT "training_session_radius_check" CHECK ("training_session"."radius" >= 1),
	CONSTRAINT "training_session_location_check" CHECK (num_nonnulls("training_session"."latitude", "training_session"."longitude", "training_session"."radius") in (0, 3)),
	CONSTRAINT "training_session_status_check" CHECK ("training_session"."status" in ('planned', 'cancelled', 'closed')),
	CONSTRAINT "training_session_confirmed_check" CHECK (("training_session"."status" = 'closed') = ("training_session"."confirmed_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "training_attendance" ADD CONSTRAINT "training_attendance_enterprise_id_session_id_training_session_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","session_id") REFERENCES "public"."training_session"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_attendance" ADD CONSTRAINT "training_attendance_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_attendance" ADD CONSTRAINT "training_attendance_corrected_by_member_fk" FOREIGN KEY ("enterprise_id","corrected_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_seat" ADD CONSTRAINT "training_seat_enterprise_id_session_id_training_session_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","session_id") REFERENCES "public"."training_session"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_seat" ADD CONSTRAINT "training_seat_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_session" ADD CONSTRAINT "training_session_enterprise_id_resource_id_course_resource_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","resource_id") REFERENCES "public"."course_resource"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_session" ADD CONSTRAINT "training_session_enterprise_id_lecturer_id_lecturer_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","lecturer_id") REFERENCES "public"."lecturer"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "training_attendance_enterprise_id_user_id_index" ON "training_attendance" USING btree ("enterprise_id","user_id");--> statement-breakpoint
CREATE INDEX "training_seat_enterprise_id_user_id_index" ON "training_seat" USING btree ("enterprise_id","user_id");--> statement-breakpoint
CREATE INDEX "training_session_enterprise_id_start_at_id_index" ON "training_session" USING btree ("enterprise_id","start_at","id");