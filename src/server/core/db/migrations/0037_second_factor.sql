CREATE TABLE "portal"."passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"rp_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"name" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkey_counter_check" CHECK ("portal"."passkey"."counter" >= 0)
);
--> statement-breakpoint
CREATE TABLE "portal"."passkey_challenge" (
	"challenge_hash" "bytea" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"enterprise_id" uuid NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "passkey_challenge_purpose_check" CHECK ("portal"."passkey_challenge"."purpose" in ('add', 'prove'))
);
--> statement-breakpoint
CREATE TABLE "portal"."pending_sign_in" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"enterprise_id" uuid NOT NULL,
	"way" text NOT NULL,
	"bind" uuid,
	"user_agent" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "portal"."recovery_code" (
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_code_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "portal"."user_totp" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"last_step" integer NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_totp_last_step_check" CHECK ("portal"."user_totp"."last_step" >= 0)
);
--> statement-breakpoint
ALTER TABLE "portal"."user_session" DROP CONSTRAINT "user_session_way_check";--> statement-breakpoint
ALTER TABLE "portal"."user_session" ADD COLUMN "factor" text;--> statement-breakpoint
ALTER TABLE "portal"."user_session" ADD COLUMN "proven_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "portal"."session_handoff" ADD COLUMN "factor" text;--> statement-breakpoint
ALTER TABLE "portal"."passkey" ADD CONSTRAINT "passkey_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "portal"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal"."passkey_challenge" ADD CONSTRAINT "passkey_challenge_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "portal"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal"."passkey_challenge" ADD CONSTRAINT "passkey_challenge_enterprise_id_enterprise_id_fk" FOREIGN KEY ("enterprise_id") REFERENCES "portal"."enterprise"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal"."pending_sign_in" ADD CONSTRAINT "pending_sign_in_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "portal"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal"."pending_sign_in" ADD CONSTRAINT "pending_sign_in_enterprise_id_enterprise_id_fk" FOREIGN KEY ("enterprise_id") REFERENCES "portal"."enterprise"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal"."recovery_code" ADD CONSTRAINT "recovery_code_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "portal"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal"."user_totp" ADD CONSTRAINT "user_totp_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "portal"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_user_id_index" ON "portal"."passkey" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkey_challenge_user_id_index" ON "portal"."passkey_challenge" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkey_challenge_expires_at_index" ON "portal"."passkey_challenge" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "pending_sign_in_user_id_index" ON "portal"."pending_sign_in" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pending_sign_in_expires_at_index" ON "portal"."pending_sign_in" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "portal"."user_session" ADD CONSTRAINT "user_session_factor_check" CHECK ("portal"."user_session"."factor" in ('totp', 'recovery', 'passkey')) NOT VALID;--> statement-breakpoint
ALTER TABLE "portal"."user_session" VALIDATE CONSTRAINT "user_session_factor_check";--> statement-breakpoint
ALTER TABLE "portal"."user_session" ADD CONSTRAINT "user_session_way_check" CHECK ("portal"."user_session"."way" in ('password', 'code', 'passkey', 'wecom', 'dingtalk', 'oidc', 'handoff', 'company')) NOT VALID;--> statement-breakpoint
ALTER TABLE "portal"."user_session" VALIDATE CONSTRAINT "user_session_way_check";