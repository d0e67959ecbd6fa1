CREATE TABLE "announcement_person" (
	"enterprise_id" uuid NOT NULL,
	"announcement_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"excluded" boolean DEFAULT false NOT NULL,
	CONSTRAINT "announcement_person_enterprise_id_announcement_id_user_id_pk" PRIMARY KEY("enterprise_id","announcement_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "announcement_recipient" (
	"enterprise_id" uuid NOT NULL,
	"announcement_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "announcement_recipient_enterprise_id_user_id_announcement_id_pk" PRIMARY KEY("enterprise_id","user_id","announcement_id")
);
--> statement-breakpoint
CREATE TABLE "announcement_rule" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"announcement_id" uuid NOT NULL,
	"excluded" boolean DEFAULT false NOT NULL,
	"department_id" uuid,
	"with_below" boolean DEFAULT true NOT NULL,
	"position_id" uuid,
	"joined_since" date,
	CONSTRAINT "announcement_rule_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id")
);
--> statement-breakpoint
DROP INDEX "announcement_published";--> statement-breakpoint
ALTER TABLE "announcement" ADD COLUMN "restricted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "announcement" ADD COLUMN "pinned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "announcement" ADD COLUMN "must_read" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "announcement_user_record" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "announcement_user_record" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "announcement_person" ADD CONSTRAINT "announcement_person_announcement_fk" FOREIGN KEY ("enterprise_id","announcement_id") REFERENCES "public"."announcement"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_person" ADD CONSTRAINT "announcement_person_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_recipient" ADD CONSTRAINT "announcement_recipient_announcement_fk" FOREIGN KEY ("enterprise_id","announcement_id") REFERENCES "public"."announcement"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_recipient" ADD CONSTRAINT "announcement_recipient_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_rule" ADD CONSTRAINT "announcement_rule_announcement_fk" FOREIGN KEY ("enterprise_id","announcement_id") REFERENCES "public"."announcement"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_rule" ADD CONSTRAINT "announcement_rule_department_fk" FOREIGN KEY ("enterprise_id","department_id") REFERENCES "public"."department"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_rule" ADD CONSTRAINT "announcement_rule_position_fk" FOREIGN KEY ("enterprise_id","position_id") REFERENCES "public"."position"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_person_enterprise_id_user_id_index" ON "announcement_person" USING btree ("enterprise_id","user_id");--> statement-breakpoint
CREATE INDEX "announcement_recipient_enterprise_id_announcement_id_index" ON "announcement_recipient" USING btree ("enterprise_id","announcement_id");--> statement-breakpoint
CREATE INDEX "announcement_rule_enterprise_id_announcement_id_index" ON "announcement_rule" USING btree ("enterprise_id","announcement_id");--> statement-breakpoint
CREATE INDEX "announcement_rule_enterprise_id_department_id_index" ON "announcement_rule" USING btree ("enterprise_id","department_id");--> statement-breakpoint
CREATE INDEX "announcement_listed" ON "announcement" USING btree ("enterprise_id","pinned","published_at","id","restricted") WHERE published;--> statement-breakpoint
CREATE INDEX "announcement_published" ON "announcement" USING btree ("enterprise_id","published_at","id","restricted") WHERE published;