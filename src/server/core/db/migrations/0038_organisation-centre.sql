CREATE TABLE "organisation_invoice" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"tax_number" text NOT NULL,
	"address" text NOT NULL,
	"phone" text NOT NULL,
	"bank" text NOT NULL,
	"bank_account" text NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organisation_invoice_enterprise_id_user_id_pk" PRIMARY KEY("enterprise_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "course_order" ADD COLUMN "invoice" jsonb;--> statement-breakpoint
ALTER TABLE "organisation_invoice" ADD CONSTRAINT "organisation_invoice_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;