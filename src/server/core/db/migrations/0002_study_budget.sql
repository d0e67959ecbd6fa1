ALTER TABLE "study_clock" ADD COLUMN "budget_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "study_clock" ADD COLUMN "active" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "study_clock" ADD COLUMN "player_seconds" integer DEFAULT 0 NOT NULL;