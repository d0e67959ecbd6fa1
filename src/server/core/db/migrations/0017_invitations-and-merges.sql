CREATE TABLE "member_invitation" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"way" text NOT NULL,
	"recipient" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"locale" text NOT NULL,
	"invited_by" uuid,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"invited_at" timestamp (3) with time zone NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"failure" text,
	"claimed_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "member_invitation_enterprise_id_user_id_pk" PRIMARY KEY("enterprise_id","user_id"),
	CONSTRAINT "member_invitation_way_check" CHECK ("member_invitation"."way" in ('sms', 'mail')),
	CONSTRAINT "member_invitation_locale_check" CHECK ("member_invitation"."locale" in ('zh', 'en')),
	CONSTRAINT "member_invitation_times_check" CHECK ("member_invitation"."times" >= 1)
);
--> statement-breakpoint
CREATE TABLE "member_merge" (
	"enterprise_id" uuid NOT NULL,
	"removed_id" uuid NOT NULL,
	"kept_id" uuid NOT NULL,
	"merged_by" uuid,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_merge_enterprise_id_removed_id_pk" PRIMARY KEY("enterprise_id","removed_id"),
	CONSTRAINT "member_merge_pair_check" CHECK ("member_merge"."removed_id" <> "member_merge"."kept_id")
);
--> statement-breakpoint
CREATE TABLE "activity_week" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"week" date NOT NULL,
	"department_id" uuid,
	"signed_in" integer NOT NULL,
	"studied" integer NOT NULL,
	"hours" numeric(12, 2) NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "activity_week_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "activity_week_of" UNIQUE NULLS NOT DISTINCT("enterprise_id","week","department_id"),
	CONSTRAINT "activity_week_signed_in_check" CHECK ("activity_week"."signed_in" >= 0),
	CONSTRAINT "activity_week_studied_check" CHECK ("activity_week"."studied" >= 0)
);
--> statement-breakpoint
ALTER TABLE "member_invitation" ADD CONSTRAINT "member_invitation_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_invitation" ADD CONSTRAINT "member_invitation_invited_by_member_fk" FOREIGN KEY ("enterprise_id","invited_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_merge" ADD CONSTRAINT "member_merge_removed_id_member_fk" FOREIGN KEY ("enterprise_id","removed_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_merge" ADD CONSTRAINT "member_merge_kept_id_member_fk" FOREIGN KEY ("enterprise_id","kept_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_merge" ADD CONSTRAINT "member_merge_merged_by_member_fk" FOREIGN KEY ("enterprise_id","merged_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "member_invitation_token" ON "member_invitation" USING btree ("enterprise_id","token_hash");--> statement-breakpoint
CREATE INDEX "member_invitation_invited" ON "member_invitation" USING btree ("enterprise_id","invited_at","user_id");--> statement-breakpoint
CREATE INDEX "member_merge_kept" ON "member_merge" USING btree ("enterprise_id","kept_id");--> statement-breakpoint
CREATE INDEX "activity_week_counted" ON "activity_week" USING btree ("enterprise_id","counted_at");