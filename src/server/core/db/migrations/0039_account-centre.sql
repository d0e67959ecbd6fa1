-- It returns the preferences, too: applied again from the rules of the domain.
DROP FUNCTION IF EXISTS portal.find_viewers(uuid, bytea[], bytea[], integer);--> statement-breakpoint
CREATE TABLE "member_preference" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"language" text,
	"time_zone" text,
	"theme" text,
	"text_size" text DEFAULT 'normal' NOT NULL,
	"reduced_motion" boolean DEFAULT false NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_preference_enterprise_id_user_id_pk" PRIMARY KEY("enterprise_id","user_id"),
	CONSTRAINT "member_preference_language_check" CHECK ("member_preference"."language" in ('zh', 'en')),
	CONSTRAINT "member_preference_theme_check" CHECK ("member_preference"."theme" in ('system', 'light', 'dark')),
	CONSTRAINT "member_preference_text_size_check" CHECK ("member_preference"."text_size" in ('normal', 'large', 'larger')),
	CONSTRAINT "member_preference_time_zone_check" CHECK (length("member_preference"."time_zone") between 1 and 64)
);
--> statement-breakpoint
CREATE TABLE "calendar_feed" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"locale" text NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_read_at" timestamp (3) with time zone,
	"told" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "calendar_feed_enterprise_id_user_id_pk" PRIMARY KEY("enterprise_id","user_id"),
	CONSTRAINT "calendar_feed_locale_check" CHECK ("calendar_feed"."locale" in ('zh', 'en'))
);
--> statement-breakpoint
ALTER TABLE "member_preference" ADD CONSTRAINT "member_preference_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feed" ADD CONSTRAINT "calendar_feed_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feed_token" ON "calendar_feed" USING btree ("enterprise_id","token_hash");