CREATE TABLE "announcement_read_mark" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"read_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "announcement_read_mark_enterprise_id_user_id_pk" PRIMARY KEY("enterprise_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "announcement_read_mark" ADD CONSTRAINT "announcement_read_mark_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;