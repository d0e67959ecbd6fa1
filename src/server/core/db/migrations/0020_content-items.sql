CREATE TABLE "content_item" (
	"enterprise_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"id" uuid NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"draft" jsonb,
	"draft_by" uuid,
	"draft_at" timestamp (3) with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"publish_at" timestamp (3) with time zone,
	"withdraw_at" timestamp (3) with time zone,
	"planned_by" uuid,
	"plan_failed_at" timestamp (3) with time zone,
	"taken_over_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_item_enterprise_id_kind_id_pk" PRIMARY KEY("enterprise_id","kind","id"),
	CONSTRAINT "content_item_revision_check" CHECK ("content_item"."revision" >= 0),
	CONSTRAINT "content_item_version_check" CHECK ("content_item"."version" >= 0)
);
--> statement-breakpoint
CREATE TABLE "content_version" (
	"enterprise_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"item_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"document" jsonb NOT NULL,
	"user_id" uuid,
	"note" text,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_version_enterprise_id_kind_item_id_number_pk" PRIMARY KEY("enterprise_id","kind","item_id","number"),
	CONSTRAINT "content_version_number_check" CHECK ("content_version"."number" >= 1)
);
--> statement-breakpoint
ALTER TABLE "content_item" ADD CONSTRAINT "content_item_draft_by_member_fk" FOREIGN KEY ("enterprise_id","draft_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_item" ADD CONSTRAINT "content_item_planned_by_member_fk" FOREIGN KEY ("enterprise_id","planned_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_version" ADD CONSTRAINT "content_version_enterprise_id_kind_item_id_content_item_enterprise_id_kind_id_fk" FOREIGN KEY ("enterprise_id","kind","item_id") REFERENCES "public"."content_item"("enterprise_id","kind","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_version" ADD CONSTRAINT "content_version_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_item_planned" ON "content_item" USING btree ("enterprise_id") WHERE "content_item"."publish_at" is not null or "content_item"."withdraw_at" is not null;