CREATE TABLE "portal"."membership" (
	"user_id" uuid NOT NULL,
	"enterprise_id" uuid NOT NULL,
	CONSTRAINT "membership_user_id_enterprise_id_pk" PRIMARY KEY("user_id","enterprise_id")
);
--> statement-breakpoint
CREATE TABLE "user_consent" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"code" text NOT NULL,
	"version" integer NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_consent_enterprise_id_user_id_code_version_pk" PRIMARY KEY("enterprise_id","user_id","code","version")
);
--> statement-breakpoint
CREATE TABLE "login_attempt" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"provider" text NOT NULL,
	"state_hash" "bytea" NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"nonce" text,
	"code_verifier" text,
	"redirect" text,
	"agreed" boolean DEFAULT false NOT NULL,
	"identity" jsonb,
	"user_id" uuid,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "login_attempt_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id")
);
--> statement-breakpoint
CREATE TABLE "login_setting" (
	"enterprise_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"config" jsonb NOT NULL,
	"sealed_secret" text,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "login_setting_enterprise_id_provider_pk" PRIMARY KEY("enterprise_id","provider")
);
--> statement-breakpoint
CREATE TABLE "portal"."picture_code" (
	"id" uuid PRIMARY KEY NOT NULL,
	"answer_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "portal"."rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "portal"."session_handoff" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"enterprise_id" uuid NOT NULL,
	"user_agent" text NOT NULL,
	"address" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_identity" (
	"enterprise_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"display_name" text,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_identity_enterprise_id_provider_subject_pk" PRIMARY KEY("enterprise_id","provider","subject")
);
--> statement-breakpoint
CREATE TABLE "portal"."verification_code" (
	"id" uuid PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"enterprise_id" uuid NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "article_version" (
	"enterprise_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"title" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_version_enterprise_id_article_id_version_pk" PRIMARY KEY("enterprise_id","article_id","version")
);
--> statement-breakpoint
CREATE TABLE "enterprise_info" (
	"enterprise_id" uuid PRIMARY KEY NOT NULL,
	"industry" text NOT NULL,
	"region_code" text NOT NULL,
	"address" text,
	"scale" text,
	"credit_code" text,
	"contact_name" text NOT NULL,
	"contact_phone" text NOT NULL,
	"registered_by" uuid NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "portal"."user_account" ALTER COLUMN "phone" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "enterprise_user" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "portal"."user_account" ADD COLUMN "password_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "portal"."user_account" ADD COLUMN "must_change_password" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Sessions from before have no companion cookie: their people sign in again.
DELETE FROM "portal"."user_session";--> statement-breakpoint
ALTER TABLE "portal"."user_session" ADD COLUMN "companion_hash" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "portal"."user_session" ADD COLUMN "way" text NOT NULL;--> statement-breakpoint
ALTER TABLE "portal"."user_session" ADD COLUMN "last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "article" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "portal"."membership" ADD CONSTRAINT "membership_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "portal"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal"."membership" ADD CONSTRAINT "membership_enterprise_id_enterprise_id_fk" FOREIGN KEY ("enterprise_id") REFERENCES "portal"."enterprise"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal"."session_handoff" ADD CONSTRAINT "session_handoff_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "portal"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal"."session_handoff" ADD CONSTRAINT "session_handoff_enterprise_id_enterprise_id_fk" FOREIGN KEY ("enterprise_id") REFERENCES "portal"."enterprise"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_version" ADD CONSTRAINT "article_version_enterprise_id_article_id_article_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","article_id") REFERENCES "public"."article"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "login_attempt_enterprise_id_state_hash_index" ON "login_attempt" USING btree ("enterprise_id","state_hash");--> statement-breakpoint
CREATE INDEX "login_attempt_expires_at_index" ON "login_attempt" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "picture_code_expires_at_index" ON "portal"."picture_code" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rate_limit_expires_at_index" ON "portal"."rate_limit" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "session_handoff_expires_at_index" ON "portal"."session_handoff" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_identity_enterprise_id_user_id_provider_index" ON "user_identity" USING btree ("enterprise_id","user_id","provider");--> statement-breakpoint
CREATE INDEX "verification_code_phone_purpose_index" ON "portal"."verification_code" USING btree ("phone","purpose");--> statement-breakpoint
CREATE INDEX "verification_code_expires_at_index" ON "portal"."verification_code" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "portal"."user_session" ADD CONSTRAINT "user_session_id_unique" UNIQUE("id");--> statement-breakpoint
CREATE FUNCTION "portal"."keep_membership"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op <> 'INSERT' then
    delete from portal.membership where user_id = old.user_id and enterprise_id = old.enterprise_id;
  end if;
  if tg_op <> 'DELETE' and new.status = 'active' then
    insert into portal.membership (user_id, enterprise_id) values (new.user_id, new.enterprise_id) on conflict do nothing;
  end if;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "keep_membership" AFTER INSERT OR DELETE OR UPDATE OF "user_id", "enterprise_id", "status" ON "enterprise_user"
  FOR EACH ROW EXECUTE FUNCTION "portal"."keep_membership"();--> statement-breakpoint
-- Forced row level security hides every row from the owner as well, so it rests while what is there is copied.
ALTER TABLE "enterprise_user" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "article" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "portal"."membership" ("user_id", "enterprise_id")
  SELECT "user_id", "enterprise_id" FROM "enterprise_user" WHERE "status" = 'active';--> statement-breakpoint
INSERT INTO "article_version" ("enterprise_id", "article_id", "version", "title", "body", "gmt_create")
  SELECT "enterprise_id", "id", 1, "title", "body", "gmt_modified" FROM "article";--> statement-breakpoint
ALTER TABLE "article" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "enterprise_user" FORCE ROW LEVEL SECURITY;
