CREATE TABLE "exam_rejected_answer" (
	"enterprise_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exam_rejected_answer_enterprise_id_attempt_id_question_id_reason_pk" PRIMARY KEY("enterprise_id","attempt_id","question_id","reason")
);
--> statement-breakpoint
CREATE TABLE "exam_save_count" (
	"enterprise_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"saves" integer NOT NULL,
	CONSTRAINT "exam_save_count_enterprise_id_attempt_id_pk" PRIMARY KEY("enterprise_id","attempt_id")
);
--> statement-breakpoint
ALTER TABLE "exam_rejected_answer" ADD CONSTRAINT "exam_rejected_answer_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","attempt_id") REFERENCES "public"."exam_attempt"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_save_count" ADD CONSTRAINT "exam_save_count_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","attempt_id") REFERENCES "public"."exam_attempt"("enterprise_id","id") ON DELETE no action ON UPDATE no action;