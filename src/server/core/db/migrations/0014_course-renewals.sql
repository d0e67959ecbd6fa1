CREATE TABLE "course_renewal" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "course_renewal_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id")
);
--> statement-breakpoint
ALTER TABLE "course_progress" ADD COLUMN "renewing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "course_renewal" ADD CONSTRAINT "course_renewal_enterprise_id_course_id_course_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","course_id") REFERENCES "public"."course"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_renewal" ADD CONSTRAINT "course_renewal_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "course_renewal_enterprise_id_user_id_course_id_index" ON "course_renewal" USING btree ("enterprise_id","user_id","course_id");