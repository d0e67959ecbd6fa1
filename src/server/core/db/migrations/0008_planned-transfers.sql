CREATE TABLE "planned_transfer" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"on_day" date NOT NULL,
	"department_id" uuid,
	"position_id" uuid,
	"superior_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"planned_by" uuid,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "planned_transfer_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "planned_transfer_of_member" UNIQUE("enterprise_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "planned_transfer" ADD CONSTRAINT "planned_transfer_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_transfer" ADD CONSTRAINT "planned_transfer_superior_id_member_fk" FOREIGN KEY ("enterprise_id","superior_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_transfer" ADD CONSTRAINT "planned_transfer_planned_by_member_fk" FOREIGN KEY ("enterprise_id","planned_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_transfer" ADD CONSTRAINT "planned_transfer_department_fk" FOREIGN KEY ("enterprise_id","department_id") REFERENCES "public"."department"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_transfer" ADD CONSTRAINT "planned_transfer_position_fk" FOREIGN KEY ("enterprise_id","position_id") REFERENCES "public"."position"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "planned_transfer_enterprise_id_on_day_index" ON "planned_transfer" USING btree ("enterprise_id","on_day");
