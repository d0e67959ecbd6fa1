ALTER TABLE "user_certificate" ADD COLUMN "user_name" text;--> statement-breakpoint
-- Forced row level security hides every row from the owner as well, so it rests while what is there is filled in.
ALTER TABLE "user_certificate" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "enterprise_user" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "user_certificate" c SET "user_name" = u."user_name" FROM "enterprise_user" u
  WHERE u."enterprise_id" = c."enterprise_id" AND u."user_id" = c."user_id";--> statement-breakpoint
ALTER TABLE "enterprise_user" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "user_certificate" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "user_certificate" ALTER COLUMN "user_name" SET NOT NULL;
