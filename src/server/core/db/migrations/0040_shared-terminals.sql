-- no transaction
CREATE TABLE IF NOT EXISTS "terminal" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"place" text,
	"department_id" uuid,
	"session_minutes" integer NOT NULL,
	"idle_seconds" integer NOT NULL,
	"allows_study" boolean NOT NULL,
	"allows_exams" boolean NOT NULL,
	"badge_needs_pin" boolean NOT NULL,
	"code_hash" "bytea",
	"code_expires_at" timestamp (3) with time zone,
	"token_hash" "bytea",
	"registered_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"session_id" uuid,
	"revision" integer DEFAULT 1 NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "terminal_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "terminal_session_minutes_check" CHECK ("terminal"."session_minutes" between 2 and 60),
	CONSTRAINT "terminal_idle_seconds_check" CHECK ("terminal"."idle_seconds" between 20 and 600),
	CONSTRAINT "terminal_revision_check" CHECK ("terminal"."revision" >= 1),
	CONSTRAINT "terminal_code_check" CHECK (("terminal"."code_hash" is null) = ("terminal"."code_expires_at" is null)),
	CONSTRAINT "terminal_revoked_check" CHECK ("terminal"."revoked_at" is null or ("terminal"."token_hash" is null and "terminal"."code_hash" is null))
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "terminal_badge" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"sealed_code" text NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "terminal_badge_enterprise_id_user_id_pk" PRIMARY KEY("enterprise_id","user_id")
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "terminal_pin" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"pin_hash" text NOT NULL,
	"is_initial" boolean NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"locked_at" timestamp (3) with time zone,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "terminal_pin_enterprise_id_user_id_pk" PRIMARY KEY("enterprise_id","user_id"),
	CONSTRAINT "terminal_pin_failures_check" CHECK ("terminal_pin"."failures" >= 0)
);--> statement-breakpoint
ALTER TABLE "terminal" DROP CONSTRAINT IF EXISTS "terminal_department_fk";--> statement-breakpoint
ALTER TABLE "terminal" ADD CONSTRAINT "terminal_department_fk" FOREIGN KEY ("enterprise_id","department_id") REFERENCES "public"."department"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminal_badge" DROP CONSTRAINT IF EXISTS "terminal_badge_user_id_member_fk";--> statement-breakpoint
ALTER TABLE "terminal_badge" ADD CONSTRAINT "terminal_badge_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminal_pin" DROP CONSTRAINT IF EXISTS "terminal_pin_user_id_member_fk";--> statement-breakpoint
ALTER TABLE "terminal_pin" ADD CONSTRAINT "terminal_pin_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "terminal_token" ON "terminal" USING btree ("enterprise_id","token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "terminal_code" ON "terminal" USING btree ("enterprise_id","code_hash");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "terminal_session" ON "terminal" USING btree ("enterprise_id","session_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "terminal_badge_code" ON "terminal_badge" USING btree ("enterprise_id","code_hash");--> statement-breakpoint
ALTER TABLE "portal"."user_session" DROP CONSTRAINT IF EXISTS "user_session_way_check", ADD CONSTRAINT "user_session_way_check" CHECK ("portal"."user_session"."way" in ('password', 'code', 'passkey', 'wecom', 'dingtalk', 'oidc', 'handoff', 'company', 'terminal')) NOT VALID;--> statement-breakpoint
ALTER TABLE "portal"."user_session" VALIDATE CONSTRAINT "user_session_way_check";
