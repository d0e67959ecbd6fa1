ALTER TABLE "moderation_decision" ADD COLUMN "undo" jsonb DEFAULT '{}'::jsonb NOT NULL;
