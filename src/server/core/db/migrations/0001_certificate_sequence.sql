CREATE TABLE "certificate_sequence" (
	"enterprise_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "certificate_sequence_enterprise_id_year_pk" PRIMARY KEY("enterprise_id","year")
);
