CREATE TABLE "policy" (
	"enterprise_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"rules" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "policy_enterprise_id_kind_pk" PRIMARY KEY("enterprise_id","kind"),
	CONSTRAINT "policy_enterprise_id_id_unique" UNIQUE("enterprise_id","id"),
	CONSTRAINT "policy_kind_check" CHECK ("policy"."kind" in ('points', 'rankings', 'orders')),
	CONSTRAINT "policy_revision_check" CHECK ("policy"."revision" >= 1)
);
--> statement-breakpoint
CREATE TABLE "ranking_choice" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"names" text NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ranking_choice_enterprise_id_user_id_pk" PRIMARY KEY("enterprise_id","user_id"),
	CONSTRAINT "ranking_choice_names_check" CHECK ("ranking_choice"."names" in ('name', 'department', 'hidden'))
);
--> statement-breakpoint
CREATE TABLE "training_assistant" (
	"enterprise_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"lecturer_id" uuid NOT NULL,
	CONSTRAINT "training_assistant_enterprise_id_session_id_lecturer_id_pk" PRIMARY KEY("enterprise_id","session_id","lecturer_id")
);
--> statement-breakpoint
ALTER TABLE "training_material" ALTER COLUMN "file_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "course_seat" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "training_attendance" ADD COLUMN "confirmed_passed" boolean;--> statement-breakpoint
ALTER TABLE "training_attendance" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "training_material" ADD COLUMN "url" text;--> statement-breakpoint
ALTER TABLE "training_material" ADD COLUMN "shown" text DEFAULT 'before' NOT NULL;--> statement-breakpoint
ALTER TABLE "training_session" ADD COLUMN "pass_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ranking_choice" ADD CONSTRAINT "ranking_choice_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_assistant" ADD CONSTRAINT "training_assistant_enterprise_id_session_id_training_session_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","session_id") REFERENCES "public"."training_session"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_assistant" ADD CONSTRAINT "training_assistant_enterprise_id_lecturer_id_lecturer_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","lecturer_id") REFERENCES "public"."lecturer"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "training_assistant_enterprise_id_lecturer_id_index" ON "training_assistant" USING btree ("enterprise_id","lecturer_id");--> statement-breakpoint
ALTER TABLE "training_material" ADD CONSTRAINT "training_material_shown_check" CHECK ("training_material"."shown" in ('before', 'after')) NOT VALID;--> statement-breakpoint
ALTER TABLE "training_material" VALIDATE CONSTRAINT "training_material_shown_check";--> statement-breakpoint
ALTER TABLE "training_material" ADD CONSTRAINT "training_material_target_check" CHECK (num_nonnulls("training_material"."file_id", "training_material"."url") = 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "training_material" VALIDATE CONSTRAINT "training_material_target_check";