-- The schema as it was when the migrations before it became one: tables with their keys, constraints and indexes. Written by pg_dump
-- from a database with those migrations. Functions, views and triggers are in the rules.sql of the domains.
CREATE SCHEMA partitions;
--> statement-breakpoint
CREATE SCHEMA portal;
--> statement-breakpoint
CREATE TEXT SEARCH DICTIONARY portal.english (
    TEMPLATE = pg_catalog.snowball,
    language = 'english' );
--> statement-breakpoint
CREATE TABLE public.audit_log (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    user_id uuid,
    action text NOT NULL,
    detail jsonb,
    address text,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL
)
PARTITION BY RANGE (id);
--> statement-breakpoint
CREATE TABLE public.exam_answer (
    enterprise_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    question_id uuid NOT NULL,
    epoch integer NOT NULL,
    revision integer NOT NULL,
    answer jsonb NOT NULL,
    flagged boolean DEFAULT false NOT NULL,
    saved_at timestamp(3) with time zone NOT NULL,
    lang text,
    CONSTRAINT exam_answer_epoch_check CHECK ((epoch >= 1)),
    CONSTRAINT exam_answer_lang_check CHECK ((lang = ANY (ARRAY['zh'::text, 'en'::text]))),
    CONSTRAINT exam_answer_revision_check CHECK ((revision >= 0))
)
PARTITION BY RANGE (attempt_id);
--> statement-breakpoint
CREATE TABLE public.exam_journal (
    enterprise_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    seq integer NOT NULL,
    kind text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    data jsonb NOT NULL,
    content jsonb,
    prev bytea NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT exam_journal_seq_check CHECK ((seq >= 1))
)
PARTITION BY RANGE (attempt_id);
--> statement-breakpoint
CREATE TABLE public.study_refusal (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    user_id uuid NOT NULL,
    resource_id uuid NOT NULL,
    reason text NOT NULL,
    claimed_seconds integer NOT NULL,
    accepted_seconds integer NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT study_refusal_accepted_seconds_check CHECK ((accepted_seconds >= 0)),
    CONSTRAINT study_refusal_claimed_seconds_check CHECK ((claimed_seconds >= 0)),
    CONSTRAINT study_refusal_reason_check CHECK ((reason = ANY (ARRAY['tooFast'::text, 'takenOver'::text, 'beyondDuration'::text, 'skippedAhead'::text, 'questionFirst'::text, 'unpublished'::text, 'purchaseFirst'::text, 'registerFirst'::text, 'registrationPending'::text, 'registrationRejected'::text])))
)
PARTITION BY RANGE (id);
--> statement-breakpoint
CREATE TABLE portal.enterprise (
    id uuid NOT NULL,
    key text NOT NULL,
    name text NOT NULL,
    time_zone text NOT NULL,
    lang text NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    public_face boolean DEFAULT true NOT NULL,
    registered_name text,
    synthetic boolean DEFAULT false NOT NULL,
    CONSTRAINT enterprise_lang_check CHECK ((lang = ANY (ARRAY['zh'::text, 'en'::text]))),
    CONSTRAINT enterprise_status_check CHECK ((status = ANY (ARRAY['active'::text, 'closed'::text])))
);
--> statement-breakpoint
CREATE TABLE portal.membership (
    user_id uuid NOT NULL,
    enterprise_id uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE portal.picture_code (
    id uuid NOT NULL,
    answer_hash bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE portal.rate_limit (
    key text NOT NULL,
    count integer NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT rate_limit_count_check CHECK ((count >= 0))
);
--> statement-breakpoint
CREATE TABLE portal.session_handoff (
    code_hash bytea NOT NULL,
    user_id uuid NOT NULL,
    enterprise_id uuid NOT NULL,
    user_agent text NOT NULL,
    address text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE portal.user_account (
    id uuid NOT NULL,
    phone text,
    password_hash text,
    disabled_at timestamp(3) with time zone,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    password_changed_at timestamp(3) with time zone,
    must_change_password boolean DEFAULT false NOT NULL,
    phone_unverified boolean DEFAULT false NOT NULL,
    email text,
    CONSTRAINT user_account_email_check CHECK ((email ~ '^[^[:space:][:upper:]]+@[^[:space:][:upper:]]+$'::text))
);
--> statement-breakpoint
CREATE TABLE portal.user_session (
    token_hash bytea NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    enterprise_id uuid,
    user_agent text,
    address text,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    companion_hash bytea NOT NULL,
    way text NOT NULL,
    last_used_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT user_session_way_check CHECK ((way = ANY (ARRAY['password'::text, 'code'::text, 'wecom'::text, 'dingtalk'::text, 'oidc'::text, 'handoff'::text, 'company'::text])))
);
--> statement-breakpoint
CREATE TABLE portal.verification_code (
    id uuid NOT NULL,
    phone text NOT NULL,
    purpose text NOT NULL,
    code_hash bytea NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    enterprise_id uuid NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    requester_hash bytea,
    other_tries integer DEFAULT 0 NOT NULL,
    CONSTRAINT verification_code_other_tries_check CHECK ((other_tries >= 0)),
    CONSTRAINT verification_code_purpose_check CHECK ((purpose = ANY (ARRAY['login'::text, 'reset'::text, 'phone'::text, 'email'::text, 'confirm'::text]))),
    CONSTRAINT verification_code_tries_check CHECK ((tries >= 0))
);
--> statement-breakpoint
CREATE TABLE public.announcement (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    code text NOT NULL,
    title text NOT NULL,
    summary text,
    body text NOT NULL,
    cover_file_id uuid,
    author text,
    published_at timestamp(3) with time zone NOT NULL,
    published boolean DEFAULT true NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    admire_count integer DEFAULT 0 NOT NULL,
    CONSTRAINT announcement_admire_count_check CHECK ((admire_count >= 0))
);
ALTER TABLE ONLY public.announcement FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE public.announcement_attachment (
    enterprise_id uuid NOT NULL,
    announcement_id uuid NOT NULL,
    file_id uuid NOT NULL,
    sort integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.announcement_read_mark (
    enterprise_id uuid NOT NULL,
    user_id uuid NOT NULL,
    read_until timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.announcement_user_record (
    enterprise_id uuid NOT NULL,
    announcement_id uuid NOT NULL,
    user_id uuid NOT NULL,
    read_at timestamp(3) with time zone,
    admired_at timestamp(3) with time zone,
    deleted_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE public.answer_invitation (
    enterprise_id uuid NOT NULL,
    question_id uuid NOT NULL,
    user_id uuid NOT NULL,
    invited_by uuid NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.appeal (
    enterprise_id uuid NOT NULL,
    instance_id uuid NOT NULL,
    subject_type text NOT NULL,
    course_id uuid,
    outcome text,
    hours numeric(12,2),
    credits numeric(12,2),
    sources text[] DEFAULT '{}'::text[] NOT NULL,
    task_progress integer,
    reversed_at timestamp(3) with time zone,
    reversed_by uuid,
    reverse_reason text,
    CONSTRAINT appeal_credits_check CHECK ((credits >= (0)::numeric)),
    CONSTRAINT appeal_hours_check CHECK ((hours >= (0)::numeric)),
    CONSTRAINT appeal_outcome_check CHECK ((outcome = ANY (ARRAY['completed'::text, 'granted'::text]))),
    CONSTRAINT appeal_reversed_check CHECK ((((reversed_at IS NULL) = (reversed_by IS NULL)) AND ((reversed_at IS NULL) = (reverse_reason IS NULL)))),
    CONSTRAINT appeal_subject_type_check CHECK ((subject_type = ANY (ARRAY['resource'::text, 'course'::text, 'task'::text, 'exam'::text, 'session'::text, 'live'::text]))),
    CONSTRAINT appeal_task_progress_check CHECK (((task_progress >= 0) AND (task_progress <= 100)))
);
--> statement-breakpoint
CREATE TABLE public.approval_step (
    enterprise_id uuid NOT NULL,
    flow_type text NOT NULL,
    step integer NOT NULL,
    approver text NOT NULL,
    user_id uuid,
    CONSTRAINT approval_step_approver_check CHECK ((approver = ANY (ARRAY['lecturer'::text, 'member'::text, 'administrator'::text]))),
    CONSTRAINT approval_step_flow_type_check CHECK ((flow_type = ANY (ARRAY['order'::text, 'purchase'::text, 'courseRegistration'::text, 'projectRegistration'::text, 'practicalOperation'::text, 'nameChange'::text, 'certificateIssue'::text, 'certificateRevoke'::text, 'certificateRenew'::text, 'appeal'::text]))),
    CONSTRAINT approval_step_member_check CHECK (((approver = 'member'::text) = (user_id IS NOT NULL))),
    CONSTRAINT approval_step_step_check CHECK (((step >= 1) AND (step <= 5)))
);
--> statement-breakpoint
CREATE TABLE public.article (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    code text NOT NULL,
    title jsonb NOT NULL,
    body jsonb NOT NULL,
    sort integer DEFAULT 0 NOT NULL,
    published boolean DEFAULT true NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT article_version_check CHECK ((version >= 1))
);
ALTER TABLE ONLY public.article FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE public.article_version (
    enterprise_id uuid NOT NULL,
    article_id uuid NOT NULL,
    version integer NOT NULL,
    title jsonb NOT NULL,
    body jsonb NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT article_version_version_check CHECK ((version >= 1))
);
--> statement-breakpoint
CREATE TABLE public.banner (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    code text NOT NULL,
    title jsonb NOT NULL,
    subtitle jsonb,
    picture_file_id uuid,
    link_url text,
    sort integer DEFAULT 0 NOT NULL,
    published boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.cart_item (
    enterprise_id uuid NOT NULL,
    user_id uuid NOT NULL,
    course_id uuid NOT NULL,
    seats integer DEFAULT 1 NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    user_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    CONSTRAINT cart_item_seats_check CHECK ((seats >= 1)),
    CONSTRAINT cart_item_user_ids_check CHECK ((cardinality(user_ids) <= seats))
);
--> statement-breakpoint
CREATE TABLE public.category (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    code text NOT NULL,
    name jsonb NOT NULL,
    parent_id uuid,
    sort integer DEFAULT 0 NOT NULL,
    published boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.certificate (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    code text NOT NULL,
    certificate_name text NOT NULL,
    issuer text NOT NULL,
    valid_months integer,
    CONSTRAINT certificate_valid_months_check CHECK ((valid_months >= 1))
);
--> statement-breakpoint
CREATE TABLE public.certificate_sequence (
    enterprise_id uuid NOT NULL,
    year integer NOT NULL,
    last integer NOT NULL,
    CONSTRAINT certificate_sequence_last_check CHECK ((last >= 1))
);
--> statement-breakpoint
CREATE TABLE public.check_in (
    enterprise_id uuid NOT NULL,
    user_id uuid NOT NULL,
    day date NOT NULL,
    streak integer NOT NULL,
    points numeric(12,2) NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT check_in_points_check CHECK ((points >= (0)::numeric)),
    CONSTRAINT check_in_streak_check CHECK ((streak >= 1))
);
--> statement-breakpoint
CREATE TABLE public.coaching (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    plan_id uuid NOT NULL,
    learner_id uuid NOT NULL,
    mentor_id uuid NOT NULL,
    study_progress integer DEFAULT 0 NOT NULL,
    completed_at timestamp(3) with time zone,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT coaching_pair_check CHECK ((learner_id <> mentor_id)),
    CONSTRAINT coaching_study_progress_check CHECK (((study_progress >= 0) AND (study_progress <= 100)))
);
--> statement-breakpoint
CREATE TABLE public.coaching_goal (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    coaching_id uuid NOT NULL,
    title text NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    state_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    sort integer DEFAULT 0 NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT coaching_goal_state_check CHECK ((state = ANY (ARRAY['open'::text, 'inProgress'::text, 'reached'::text, 'dropped'::text])))
);
--> statement-breakpoint
CREATE TABLE public.coaching_meeting (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    coaching_id uuid NOT NULL,
    starts_at timestamp(3) with time zone NOT NULL,
    place text NOT NULL,
    agenda text NOT NULL,
    proposed_by uuid NOT NULL,
    state text DEFAULT 'proposed'::text NOT NULL,
    learner_confirmed_at timestamp(3) with time zone,
    learner_note text,
    mentor_confirmed_at timestamp(3) with time zone,
    mentor_note text,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT coaching_meeting_confirmed_check CHECK (((num_nonnulls(learner_confirmed_at, mentor_confirmed_at) = 0) OR (state = 'agreed'::text))),
    CONSTRAINT coaching_meeting_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'agreed'::text, 'declined'::text, 'cancelled'::text])))
);
--> statement-breakpoint
CREATE TABLE public.coaching_plan (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    code text NOT NULL,
    title text NOT NULL,
    required_meetings integer NOT NULL,
    required_goals integer NOT NULL,
    published boolean DEFAULT true NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT coaching_plan_required_check CHECK (((required_meetings + required_goals) > 0)),
    CONSTRAINT coaching_plan_required_goals_check CHECK ((required_goals >= 0)),
    CONSTRAINT coaching_plan_required_meetings_check CHECK ((required_meetings >= 0))
);
--> statement-breakpoint
CREATE TABLE public.comment (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    subject_type text NOT NULL,
    subject_id uuid NOT NULL,
    parent_id uuid,
    reply_to_user_id uuid,
    user_id uuid NOT NULL,
    body text NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp(3) with time zone,
    deleted_by uuid,
    hidden_at timestamp(3) with time zone,
    CONSTRAINT comment_deleted_check CHECK (((deleted_by IS NULL) OR (deleted_at IS NOT NULL))),
    CONSTRAINT comment_reply_check CHECK (((reply_to_user_id IS NULL) OR (parent_id IS NOT NULL))),
    CONSTRAINT comment_subject_type_check CHECK ((subject_type = ANY (ARRAY['course'::text, 'project'::text, 'announcement'::text, 'post'::text])))
);
--> statement-breakpoint
CREATE TABLE public.community_moderator (
    enterprise_id uuid NOT NULL,
    user_id uuid NOT NULL,
    appointed_by uuid NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.community_setting (
    enterprise_id uuid NOT NULL,
    is_public boolean DEFAULT false NOT NULL,
    allow_anonymous boolean DEFAULT true NOT NULL,
    new_member_days integer DEFAULT 3 NOT NULL,
    new_member_daily_posts integer DEFAULT 5 NOT NULL,
    daily_posts integer DEFAULT 50 NOT NULL,
    review_new_member_links boolean DEFAULT true NOT NULL,
    accepted_points numeric(12,2) DEFAULT '5'::numeric NOT NULL,
    accepted_points_per_day numeric(12,2) DEFAULT '20'::numeric NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT community_setting_accepted_points_check CHECK ((accepted_points >= (0)::numeric)),
    CONSTRAINT community_setting_accepted_points_per_day_check CHECK ((accepted_points_per_day >= (0)::numeric)),
    CONSTRAINT community_setting_daily_posts_check CHECK (((daily_posts >= 1) AND (daily_posts <= 1000))),
    CONSTRAINT community_setting_new_member_daily_posts_check CHECK (((new_member_daily_posts >= 1) AND (new_member_daily_posts <= 1000))),
    CONSTRAINT community_setting_new_member_days_check CHECK (((new_member_days >= 0) AND (new_member_days <= 365)))
);
--> statement-breakpoint
CREATE TABLE public.course (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    code text NOT NULL,
    title text NOT NULL,
    summary text,
    description text,
    cover_file_id uuid,
    course_type integer DEFAULT 1 NOT NULL,
    category_id uuid,
    lecturer_id uuid,
    class_hours numeric(12,2) DEFAULT '0'::numeric NOT NULL,
    hour_kind text DEFAULT 'other'::text NOT NULL,
    credits numeric(12,2) DEFAULT '0'::numeric NOT NULL,
    points numeric(12,2) DEFAULT '0'::numeric NOT NULL,
    completion_threshold integer DEFAULT 90 NOT NULL,
    status text DEFAULT 'published'::text NOT NULL,
    registration_required boolean DEFAULT false NOT NULL,
    published_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    purchase_required boolean DEFAULT false NOT NULL,
    price numeric(12,2) DEFAULT '0'::numeric NOT NULL,
    currency text DEFAULT 'CNY'::text NOT NULL,
    no_skipping boolean DEFAULT false NOT NULL,
    watermark boolean DEFAULT false NOT NULL,
    max_playback_rate numeric(3,2) DEFAULT '2'::numeric NOT NULL,
    CONSTRAINT course_class_hours_check CHECK ((class_hours >= (0)::numeric)),
    CONSTRAINT course_completion_threshold_check CHECK (((completion_threshold >= 1) AND (completion_threshold <= 100))),
    CONSTRAINT course_course_type_check CHECK (((course_type >= 1) AND (course_type <= 3))),
    CONSTRAINT course_credits_check CHECK ((credits >= (0)::numeric)),
    CONSTRAINT course_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT course_hour_kind_check CHECK ((hour_kind = ANY (ARRAY['required'::text, 'culture'::text, 'lecturer'::text, 'other'::text]))),
    CONSTRAINT course_max_playback_rate_check CHECK (((max_playback_rate >= (1)::numeric) AND (max_playback_rate <= (2)::numeric))),
    CONSTRAINT course_points_check CHECK ((points >= (0)::numeric)),
    CONSTRAINT course_price_check CHECK ((price >= (0)::numeric)),
    CONSTRAINT course_status_check CHECK ((status = ANY (ARRAY['published'::text, 'unpublished'::text])))
);
ALTER TABLE ONLY public.course FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE public.course_order (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    order_no text NOT NULL,
    buyer_id uuid NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    reference text,
    note text,
    total numeric(12,2) NOT NULL,
    currency text NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    decided_at timestamp(3) with time zone,
    submit_key uuid NOT NULL,
    CONSTRAINT course_order_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT course_order_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))),
    CONSTRAINT course_order_total_check CHECK ((total >= (0)::numeric))
);
--> statement-breakpoint
CREATE TABLE public.course_order_item (
    enterprise_id uuid NOT NULL,
    order_id uuid NOT NULL,
    course_id uuid NOT NULL,
    seats integer NOT NULL,
    price numeric(12,2) NOT NULL,
    CONSTRAINT course_order_item_price_check CHECK ((price >= (0)::numeric)),
    CONSTRAINT course_order_item_seats_check CHECK ((seats >= 1))
);
--> statement-breakpoint
CREATE TABLE public.course_progress (
    enterprise_id uuid NOT NULL,
    user_id uuid NOT NULL,
    course_id uuid NOT NULL,
    study_progress integer DEFAULT 0 NOT NULL,
    status text DEFAULT 'learning'::text NOT NULL,
    last_resource_id uuid,
    study_seconds integer DEFAULT 0 NOT NULL,
    started_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    completed_at timestamp(3) with time zone,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT course_progress_status_check CHECK ((status = ANY (ARRAY['learning'::text, 'completed'::text]))),
    CONSTRAINT course_progress_study_progress_check CHECK (((study_progress >= 0) AND (study_progress <= 100))),
    CONSTRAINT course_progress_study_seconds_check CHECK ((study_seconds >= 0))
);
--> statement-breakpoint
CREATE TABLE public.course_registration (
    enterprise_id uuid NOT NULL,
    course_id uuid NOT NULL,
    user_id uuid NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT course_registration_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])))
);
--> statement-breakpoint
CREATE TABLE public.course_resource (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    course_id uuid NOT NULL,
    code text NOT NULL,
    parent_id uuid,
    sub_resource_name text NOT NULL,
    content_type integer NOT NULL,
    resource_type integer,
    file_id uuid,
    exam_id uuid,
    total_duration integer DEFAULT 0 NOT NULL,
    sort integer DEFAULT 0 NOT NULL,
    published boolean DEFAULT true NOT NULL,
    activity text,
    CONSTRAINT course_resource_activity_check CHECK ((activity = ANY (ARRAY['questionnaire'::text, 'training'::text, 'evaluation'::text, 'live'::text]))),
    CONSTRAINT course_resource_content_type_check CHECK (((content_type >= 2) AND (content_type <= 8))),
    CONSTRAINT course_resource_exam_check CHECK (((exam_id IS NULL) OR (content_type = 3))),
    CONSTRAINT course_resource_resource_type_check CHECK (((resource_type >= 2) AND (resource_type <= 6))),
    CONSTRAINT course_resource_total_duration_check CHECK ((total_duration >= 0))
);
--> statement-breakpoint
CREATE TABLE public.course_seat (
    enterprise_id uuid NOT NULL,
    order_id uuid NOT NULL,
    course_id uuid NOT NULL,
    user_id uuid NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.data_retention (
    enterprise_id uuid NOT NULL,
    audit_log_days integer NOT NULL,
    study_refusal_days integer NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    exam_answer_days integer DEFAULT 1095 NOT NULL,
    CONSTRAINT data_retention_audit_log_days_check CHECK ((audit_log_days >= 180)),
    CONSTRAINT data_retention_exam_answer_days_check CHECK ((exam_answer_days >= 180)),
    CONSTRAINT data_retention_study_refusal_days_check CHECK ((study_refusal_days >= 30))
);
--> statement-breakpoint
CREATE TABLE public.department_head (
    enterprise_id uuid NOT NULL,
    department text NOT NULL,
    user_id uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.digest_preference (
    enterprise_id uuid NOT NULL,
    user_id uuid NOT NULL,
    frequency text NOT NULL,
    sent_until timestamp(3) with time zone NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    by_email boolean DEFAULT false NOT NULL,
    locale text DEFAULT 'zh'::text NOT NULL,
    origin text,
    CONSTRAINT digest_preference_frequency_check CHECK ((frequency = ANY (ARRAY['none'::text, 'daily'::text, 'weekly'::text]))),
    CONSTRAINT digest_preference_locale_check CHECK ((locale = ANY (ARRAY['zh'::text, 'en'::text])))
);
--> statement-breakpoint
CREATE TABLE public.document (
    enterprise_id uuid NOT NULL,
    file_id uuid NOT NULL,
    page_count integer,
    problem text,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT document_page_count_check CHECK ((page_count >= 1)),
    CONSTRAINT document_problem_check CHECK ((problem = ANY (ARRAY['broken'::text, 'tooLarge'::text, 'tooSlow'::text, 'password'::text, 'oldFormat'::text, 'unsupported'::text, 'unsafe'::text]))),
    CONSTRAINT document_result_check CHECK ((num_nonnulls(page_count, problem) = 1))
);
--> statement-breakpoint
CREATE TABLE public.document_page (
    enterprise_id uuid NOT NULL,
    file_id uuid NOT NULL,
    number integer NOT NULL,
    title text,
    html text NOT NULL,
    CONSTRAINT document_page_number_check CHECK ((number >= 1))
);
--> statement-breakpoint
CREATE TABLE public.enterprise_info (
    enterprise_id uuid NOT NULL,
    industry text NOT NULL,
    region_code text NOT NULL,
    address text,
    scale text,
    credit_code text,
    contact_name text NOT NULL,
    contact_phone text NOT NULL,
    registered_by uuid NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    approved_at timestamp(3) with time zone,
    CONSTRAINT enterprise_info_region_code_check CHECK ((region_code ~ '^[0-9]{6}$'::text))
);
--> statement-breakpoint
CREATE TABLE public.enterprise_user (
    enterprise_id uuid NOT NULL,
    user_id uuid NOT NULL,
    user_name text NOT NULL,
    user_type integer DEFAULT 1 NOT NULL,
    is_admin boolean DEFAULT false NOT NULL,
    sex integer DEFAULT 1 NOT NULL,
    head_portrait_file_id uuid,
    department text,
    post text,
    status text DEFAULT 'active'::text NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    email text,
    nickname text,
    employee_no text,
    disabled_at timestamp(3) with time zone,
    erased_at timestamp(3) with time zone,
    CONSTRAINT enterprise_user_erased_check CHECK (((erased_at IS NULL) OR ((status = 'disabled'::text) AND (employee_no IS NULL) AND (NOT is_admin)))),
    CONSTRAINT enterprise_user_sex_check CHECK (((sex >= 1) AND (sex <= 2))),
    CONSTRAINT enterprise_user_status_check CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text]))),
    CONSTRAINT enterprise_user_user_type_check CHECK (((user_type >= 1) AND (user_type <= 3)))
);
ALTER TABLE ONLY public.enterprise_user FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE public.evaluation (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    form_id uuid NOT NULL,
    user_id uuid NOT NULL,
    attempt integer DEFAULT 1 NOT NULL,
    state text NOT NULL,
    rubric jsonb NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    submitted_at timestamp(3) with time zone,
    talk_at timestamp(3) with time zone,
    talk_note text,
    self_confirmed_at timestamp(3) with time zone,
    superior_confirmed_at timestamp(3) with time zone,
    score numeric(12,2),
    passed boolean,
    done_at timestamp(3) with time zone,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT evaluation_attempt_check CHECK ((attempt >= 1)),
    CONSTRAINT evaluation_done_check CHECK (((state = 'done'::text) = (done_at IS NOT NULL))),
    CONSTRAINT evaluation_score_check CHECK (((score >= (0)::numeric) AND (score <= (100)::numeric))),
    CONSTRAINT evaluation_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'assessing'::text, 'selfAssessment'::text, 'superiorAssessment'::text, 'talk'::text, 'confirmation'::text, 'done'::text])))
);
--> statement-breakpoint
CREATE TABLE public.evaluation_assessment (
    enterprise_id uuid NOT NULL,
    evaluation_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role text NOT NULL,
    scores jsonb DEFAULT '{}'::jsonb NOT NULL,
    comment text DEFAULT ''::text NOT NULL,
    score numeric(12,2),
    submitted_at timestamp(3) with time zone,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT evaluation_assessment_role_check CHECK ((role = ANY (ARRAY['self'::text, 'assessor'::text]))),
    CONSTRAINT evaluation_assessment_score_check CHECK (((score >= (0)::numeric) AND (score <= (100)::numeric))),
    CONSTRAINT evaluation_assessment_submitted_check CHECK (((score IS NULL) = (submitted_at IS NULL)))
);
--> statement-breakpoint
CREATE TABLE public.evaluation_form (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    code text NOT NULL,
    kind text NOT NULL,
    title text NOT NULL,
    rubric_id uuid NOT NULL,
    resource_id uuid,
    max_tries integer DEFAULT 1 NOT NULL,
    published boolean DEFAULT true NOT NULL,
    CONSTRAINT evaluation_form_kind_check CHECK ((kind = ANY (ARRAY['practice'::text, 'job'::text, 'assessment'::text]))),
    CONSTRAINT evaluation_form_max_tries_check CHECK (((max_tries >= 1) AND (max_tries <= 10))),
    CONSTRAINT evaluation_form_subject_check CHECK (((resource_id IS NULL) = (kind = 'assessment'::text)))
);
--> statement-breakpoint
CREATE TABLE public.evaluation_form_assessor (
    enterprise_id uuid NOT NULL,
    form_id uuid NOT NULL,
    user_id uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.evidence_upload (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    evaluation_id uuid NOT NULL,
    user_id uuid NOT NULL,
    file_name text NOT NULL,
    file_size bigint NOT NULL,
    received bigint DEFAULT 0 NOT NULL,
    parts text[] DEFAULT '{}'::text[] NOT NULL,
    file_id uuid,
    expires_at timestamp(3) with time zone NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT evidence_upload_file_size_check CHECK ((file_size >= 1)),
    CONSTRAINT evidence_upload_received_check CHECK (((received >= 0) AND (received <= file_size)))
);
--> statement-breakpoint
CREATE TABLE public.exam (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    code text NOT NULL,
    title text NOT NULL,
    intro text,
    course_id uuid,
    limit_seconds integer NOT NULL,
    window_start timestamp(3) with time zone NOT NULL,
    window_end timestamp(3) with time zone NOT NULL,
    pass_score numeric(12,2) NOT NULL,
    max_attempts integer DEFAULT 1 NOT NULL,
    shuffle_questions boolean DEFAULT false NOT NULL,
    shuffle_options boolean DEFAULT false NOT NULL,
    review_policy text NOT NULL,
    switch_policy text DEFAULT 'none'::text NOT NULL,
    switch_limit integer DEFAULT 0 NOT NULL,
    credits numeric(12,2) DEFAULT '0'::numeric NOT NULL,
    points numeric(12,2) DEFAULT '0'::numeric NOT NULL,
    certificate_id uuid,
    published boolean DEFAULT true NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    switch_dwell_seconds integer DEFAULT 3 NOT NULL,
    wait_seconds integer DEFAULT 0 NOT NULL,
    counted_attempt text DEFAULT 'best'::text NOT NULL,
    stop_after_pass boolean DEFAULT true NOT NULL,
    review_early boolean DEFAULT false NOT NULL,
    audience text DEFAULT 'everyone'::text NOT NULL,
    paper_kind text DEFAULT 'drawn'::text NOT NULL,
    equal_difficulty boolean DEFAULT false NOT NULL,
    markers integer DEFAULT 1 NOT NULL,
    mark_tolerance numeric(12,2) DEFAULT '0'::numeric NOT NULL,
    mark_step numeric(12,2) DEFAULT 0.01 NOT NULL,
    blind_marking boolean DEFAULT false NOT NULL,
    publish_marks text DEFAULT 'at_once'::text NOT NULL,
    certificate_way text DEFAULT 'automatic'::text NOT NULL,
    certificate_score numeric(12,2),
    certificate_months integer,
    practice boolean DEFAULT false NOT NULL,
    marker_group text DEFAULT 'lecturers'::text NOT NULL,
    appeal_days integer DEFAULT 30 NOT NULL,
    CONSTRAINT exam_appeal_days_check CHECK (((appeal_days >= 0) AND (appeal_days <= 3650))),
    CONSTRAINT exam_audience_check CHECK ((audience = ANY (ARRAY['everyone'::text, 'departments'::text, 'task'::text, 'course'::text]))),
    CONSTRAINT exam_audience_course_check CHECK (((audience <> 'course'::text) OR (course_id IS NOT NULL))),
    CONSTRAINT exam_certificate_months_check CHECK (((certificate_months >= 1) AND (certificate_months <= 600))),
    CONSTRAINT exam_certificate_score_check CHECK ((certificate_score >= (0)::numeric)),
    CONSTRAINT exam_certificate_way_check CHECK ((certificate_way = ANY (ARRAY['automatic'::text, 'manual'::text]))),
    CONSTRAINT exam_counted_attempt_check CHECK ((counted_attempt = ANY (ARRAY['best'::text, 'last'::text, 'first'::text]))),
    CONSTRAINT exam_credits_check CHECK ((credits >= (0)::numeric)),
    CONSTRAINT exam_limit_seconds_check CHECK ((limit_seconds >= 1)),
    CONSTRAINT exam_mark_step_check CHECK ((mark_step = ANY (ARRAY[0.01, 0.1, 0.5, (1)::numeric]))),
    CONSTRAINT exam_mark_tolerance_check CHECK ((mark_tolerance >= (0)::numeric)),
    CONSTRAINT exam_marker_group_check CHECK ((marker_group = ANY (ARRAY['lecturers'::text, 'course'::text, 'named'::text]))),
    CONSTRAINT exam_marker_group_course_check CHECK (((marker_group <> 'course'::text) OR (course_id IS NOT NULL))),
    CONSTRAINT exam_markers_check CHECK (((markers >= 1) AND (markers <= 2))),
    CONSTRAINT exam_max_attempts_check CHECK ((max_attempts >= 1)),
    CONSTRAINT exam_paper_kind_check CHECK ((paper_kind = ANY (ARRAY['drawn'::text, 'fixed'::text]))),
    CONSTRAINT exam_pass_score_check CHECK ((pass_score >= (0)::numeric)),
    CONSTRAINT exam_points_check CHECK ((points >= (0)::numeric)),
    CONSTRAINT exam_publish_marks_check CHECK ((publish_marks = ANY (ARRAY['at_once'::text, 'together'::text]))),
    CONSTRAINT exam_review_policy_check CHECK ((review_policy = ANY (ARRAY['immediately'::text, 'after_last'::text, 'after_window'::text, 'never'::text]))),
    CONSTRAINT exam_switch_dwell_seconds_check CHECK (((switch_dwell_seconds >= 0) AND (switch_dwell_seconds <= 30))),
    CONSTRAINT exam_switch_limit_check CHECK ((switch_limit >= 0)),
    CONSTRAINT exam_switch_policy_check CHECK ((switch_policy = ANY (ARRAY['none'::text, 'warn'::text, 'limit'::text, 'at_once'::text]))),
    CONSTRAINT exam_switch_policy_limit_check CHECK (((switch_policy <> 'limit'::text) OR (switch_limit > 0))),
    CONSTRAINT exam_wait_seconds_check CHECK ((wait_seconds >= 0)),
    CONSTRAINT exam_window_check CHECK ((window_end > window_start))
);
--> statement-breakpoint
CREATE TABLE public.exam_accommodation (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    user_id uuid NOT NULL,
    extra_percent integer DEFAULT 0 NOT NULL,
    extra_seconds integer DEFAULT 0 NOT NULL,
    breaks integer DEFAULT 0 NOT NULL,
    break_seconds integer DEFAULT 0 NOT NULL,
    no_switch_rules boolean DEFAULT false NOT NULL,
    large_type boolean DEFAULT false NOT NULL,
    window_after_seconds integer DEFAULT 0 NOT NULL,
    reason text NOT NULL,
    valid_from timestamp(3) with time zone NOT NULL,
    valid_until timestamp(3) with time zone,
    created_by uuid NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    ended_at timestamp(3) with time zone,
    CONSTRAINT exam_accommodation_break_check CHECK (((breaks = 0) = (break_seconds = 0))),
    CONSTRAINT exam_accommodation_break_seconds_check CHECK (((break_seconds >= 0) AND (break_seconds <= 7200))),
    CONSTRAINT exam_accommodation_breaks_check CHECK (((breaks >= 0) AND (breaks <= 20))),
    CONSTRAINT exam_accommodation_extra_percent_check CHECK (((extra_percent >= 0) AND (extra_percent <= 300))),
    CONSTRAINT exam_accommodation_extra_seconds_check CHECK (((extra_seconds >= 0) AND (extra_seconds <= 36000))),
    CONSTRAINT exam_accommodation_period_check CHECK ((valid_until > valid_from)),
    CONSTRAINT exam_accommodation_window_after_seconds_check CHECK (((window_after_seconds >= 0) AND (window_after_seconds <= 2592000)))
);
--> statement-breakpoint
CREATE TABLE public.exam_action (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    exam_id uuid NOT NULL,
    kind text NOT NULL,
    user_id uuid,
    acted_by uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    body text NOT NULL,
    seconds integer,
    changed integer NOT NULL,
    reopened integer DEFAULT 0 NOT NULL,
    CONSTRAINT exam_action_changed_check CHECK ((changed >= 0)),
    CONSTRAINT exam_action_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'extension'::text, 'pause'::text, 'resume'::text, 'submit'::text, 'void'::text]))),
    CONSTRAINT exam_action_reopened_check CHECK ((reopened >= 0)),
    CONSTRAINT exam_action_seconds_check CHECK ((((kind = 'extension'::text) = (seconds IS NOT NULL)) AND (seconds > 0)))
);
--> statement-breakpoint
CREATE TABLE public.exam_allowance (
    enterprise_id uuid NOT NULL,
    exam_id uuid NOT NULL,
    user_id uuid NOT NULL,
    extra_seconds integer DEFAULT 0 NOT NULL,
    extra_attempts integer DEFAULT 0 NOT NULL,
    window_start timestamp(3) with time zone,
    window_end timestamp(3) with time zone,
    CONSTRAINT exam_allowance_extra_attempts_check CHECK ((extra_attempts >= 0)),
    CONSTRAINT exam_allowance_extra_seconds_check CHECK ((extra_seconds >= 0)),
    CONSTRAINT exam_allowance_window_check CHECK ((((window_start IS NULL) = (window_end IS NULL)) AND COALESCE((window_end > window_start), true)))
);
--> statement-breakpoint
CREATE TABLE public.exam_attempt (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    exam_id uuid NOT NULL,
    user_id uuid NOT NULL,
    number integer NOT NULL,
    status text DEFAULT 'open'::text NOT NULL,
    writer_epoch integer DEFAULT 1 NOT NULL,
    paper jsonb NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    deadline_at timestamp(3) with time zone NOT NULL,
    submitted_at timestamp(3) with time zone,
    closed_by text,
    submitted_answers jsonb,
    answer_count integer,
    receipt text,
    total_score numeric(12,2) NOT NULL,
    objective_score numeric(12,2),
    subjective_score numeric(12,2),
    marks jsonb,
    passed boolean,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    remarks jsonb,
    marked_by uuid,
    marked_at timestamp(3) with time zone,
    short_count integer DEFAULT 0 NOT NULL,
    unmarked_count integer DEFAULT 0 NOT NULL,
    seed text,
    window_number integer DEFAULT 0 NOT NULL,
    accommodation jsonb,
    break_until timestamp(3) with time zone,
    section_ends jsonb,
    appeal_count integer DEFAULT 0 NOT NULL,
    given_marks jsonb,
    pass_kept boolean DEFAULT false NOT NULL,
    waits_until timestamp(3) with time zone,
    paused_at timestamp(3) with time zone,
    resumed_at timestamp(3) with time zone,
    added_seconds integer DEFAULT 0 NOT NULL,
    voided_at timestamp(3) with time zone,
    void_reason text,
    void_uses boolean,
    not_counted jsonb,
    regraded_scores jsonb,
    CONSTRAINT exam_attempt_added_seconds_check CHECK ((added_seconds >= 0)),
    CONSTRAINT exam_attempt_answer_count_check CHECK ((answer_count >= 0)),
    CONSTRAINT exam_attempt_appeal_count_check CHECK ((appeal_count >= 0)),
    CONSTRAINT exam_attempt_closed_by_check CHECK ((closed_by = ANY (ARRAY['person'::text, 'timer'::text, 'sweep'::text, 'switch'::text, 'invigilator'::text]))),
    CONSTRAINT exam_attempt_closed_check CHECK (((status = 'open'::text) = (submitted_at IS NULL))),
    CONSTRAINT exam_attempt_number_check CHECK ((number >= 1)),
    CONSTRAINT exam_attempt_objective_score_check CHECK ((objective_score >= (0)::numeric)),
    CONSTRAINT exam_attempt_passed_check CHECK (((status = 'marked'::text) = (passed IS NOT NULL))),
    CONSTRAINT exam_attempt_paused_check CHECK (((paused_at IS NULL) OR (status = 'open'::text))),
    CONSTRAINT exam_attempt_status_check CHECK ((status = ANY (ARRAY['open'::text, 'submitted'::text, 'marked'::text]))),
    CONSTRAINT exam_attempt_subjective_score_check CHECK ((subjective_score >= (0)::numeric)),
    CONSTRAINT exam_attempt_total_score_check CHECK ((total_score >= (0)::numeric)),
    CONSTRAINT exam_attempt_unmarked_count_check CHECK ((((unmarked_count >= 0) AND (unmarked_count <= short_count)) AND ((status <> 'marked'::text) OR (unmarked_count = 0)))),
    CONSTRAINT exam_attempt_void_check CHECK ((((voided_at IS NULL) = (void_reason IS NULL)) AND ((voided_at IS NULL) = (void_uses IS NULL)) AND ((voided_at IS NULL) OR (NOT (passed IS DISTINCT FROM false))))),
    CONSTRAINT exam_attempt_window_number_check CHECK ((window_number >= 0)),
    CONSTRAINT exam_attempt_writer_epoch_check CHECK ((writer_epoch >= 1))
);
--> statement-breakpoint
CREATE TABLE public.exam_break (
    enterprise_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    number integer NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    max_seconds integer NOT NULL,
    CONSTRAINT exam_break_max_seconds_check CHECK ((max_seconds >= 1)),
    CONSTRAINT exam_break_number_check CHECK ((number >= 1)),
    CONSTRAINT exam_break_period_check CHECK ((ended_at >= started_at))
);
--> statement-breakpoint
CREATE TABLE public.exam_certificate_need (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    exam_id uuid NOT NULL,
    course_id uuid,
    task_id uuid,
    CONSTRAINT exam_certificate_need_check CHECK ((num_nonnulls(course_id, task_id) >= 1))
);
--> statement-breakpoint
CREATE TABLE public.exam_choice (
    enterprise_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    epoch integer NOT NULL,
    revision integer NOT NULL,
    choices jsonb NOT NULL,
    saved_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT exam_choice_epoch_check CHECK ((epoch >= 1)),
    CONSTRAINT exam_choice_revision_check CHECK ((revision >= 1))
);
--> statement-breakpoint
CREATE TABLE public.exam_invigilator (
    enterprise_id uuid NOT NULL,
    exam_id uuid NOT NULL,
    user_id uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.exam_journal_head (
    enterprise_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    seq integer NOT NULL,
    hash bytea NOT NULL,
    bytes integer DEFAULT 0 NOT NULL,
    seen_at timestamp(3) with time zone NOT NULL,
    writer_session uuid,
    writer_device uuid,
    closes_at timestamp(3) with time zone,
    messages integer DEFAULT 0 NOT NULL,
    CONSTRAINT exam_journal_head_bytes_check CHECK ((bytes >= 0)),
    CONSTRAINT exam_journal_head_messages_check CHECK ((messages >= 0)),
    CONSTRAINT exam_journal_head_seq_check CHECK ((seq >= 0))
);
--> statement-breakpoint
CREATE TABLE public.exam_late_answer (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    attempt_id uuid NOT NULL,
    question_id uuid NOT NULL,
    epoch integer NOT NULL,
    revision integer NOT NULL,
    answer jsonb NOT NULL,
    reason text NOT NULL,
    arrived_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT exam_late_answer_epoch_check CHECK ((epoch >= 1)),
    CONSTRAINT exam_late_answer_reason_check CHECK ((reason = ANY (ARRAY['late'::text, 'closed'::text, 'superseded'::text]))),
    CONSTRAINT exam_late_answer_revision_check CHECK ((revision >= 0))
);
--> statement-breakpoint
CREATE TABLE public.exam_marker (
    enterprise_id uuid NOT NULL,
    exam_id uuid NOT NULL,
    user_id uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.exam_message (
    enterprise_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    action_id uuid NOT NULL,
    confirmed_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE public.exam_question (
    enterprise_id uuid NOT NULL,
    exam_id uuid NOT NULL,
    question_id uuid NOT NULL,
    section text NOT NULL,
    score numeric(12,2) NOT NULL,
    sort integer DEFAULT 0 NOT NULL,
    CONSTRAINT exam_question_score_check CHECK ((score >= (0)::numeric))
);
--> statement-breakpoint
CREATE TABLE public.exam_regrade (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    exam_id uuid NOT NULL,
    number integer NOT NULL,
    question_id uuid NOT NULL,
    version integer NOT NULL,
    rule_before jsonb NOT NULL,
    rule_after jsonb NOT NULL,
    keep_passes boolean NOT NULL,
    reason text NOT NULL,
    created_by uuid NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    attempt_count integer NOT NULL,
    done_until uuid,
    done_at timestamp(3) with time zone,
    CONSTRAINT exam_regrade_attempt_count_check CHECK ((attempt_count >= 0)),
    CONSTRAINT exam_regrade_number_check CHECK ((number >= 1)),
    CONSTRAINT exam_regrade_version_check CHECK ((version >= 0))
);
--> statement-breakpoint
CREATE TABLE public.exam_regrade_attempt (
    enterprise_id uuid NOT NULL,
    regrade_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    mark_before numeric(12,2),
    mark_after numeric(12,2),
    score_before numeric(12,2) NOT NULL,
    score_after numeric(12,2) NOT NULL,
    passed_before boolean,
    passed_after boolean,
    CONSTRAINT exam_regrade_attempt_mark_after_check CHECK ((mark_after >= (0)::numeric)),
    CONSTRAINT exam_regrade_attempt_mark_before_check CHECK ((mark_before >= (0)::numeric)),
    CONSTRAINT exam_regrade_attempt_score_after_check CHECK ((score_after >= (0)::numeric)),
    CONSTRAINT exam_regrade_attempt_score_before_check CHECK ((score_before >= (0)::numeric))
);
--> statement-breakpoint
CREATE TABLE public.exam_rejected_answer (
    enterprise_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    question_id uuid NOT NULL,
    reason text NOT NULL,
    count integer NOT NULL,
    last_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT exam_rejected_answer_count_check CHECK ((count >= 1)),
    CONSTRAINT exam_rejected_answer_reason_check CHECK ((reason = ANY (ARRAY['unknownQuestion'::text, 'invalid'::text, 'tooLong'::text, 'epoch'::text, 'lateLimit'::text])))
);
--> statement-breakpoint
CREATE TABLE public.exam_resit (
    enterprise_id uuid NOT NULL,
    exam_id uuid NOT NULL,
    number integer NOT NULL,
    window_start timestamp(3) with time zone NOT NULL,
    window_end timestamp(3) with time zone NOT NULL,
    attempts integer DEFAULT 1 NOT NULL,
    CONSTRAINT exam_resit_attempts_check CHECK ((attempts >= 1)),
    CONSTRAINT exam_resit_number_check CHECK ((number >= 1)),
    CONSTRAINT exam_resit_window_check CHECK ((window_end > window_start))
);
--> statement-breakpoint
CREATE TABLE public.exam_result (
    enterprise_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    exam_id uuid NOT NULL,
    user_id uuid NOT NULL,
    number integer NOT NULL,
    finished_at timestamp(3) with time zone NOT NULL,
    passed boolean NOT NULL,
    score integer NOT NULL,
    full_score integer NOT NULL,
    used_seconds integer NOT NULL,
    question_ids uuid[] NOT NULL,
    scores integer[] NOT NULL,
    max_scores integer[] NOT NULL,
    chosen text[] NOT NULL,
    seconds integer[] NOT NULL,
    window_number integer DEFAULT 0 NOT NULL,
    versions integer[] DEFAULT '{}'::integer[] NOT NULL,
    CONSTRAINT exam_result_full_score_check CHECK ((full_score >= 0)),
    CONSTRAINT exam_result_lists_check CHECK (((cardinality(scores) = cardinality(question_ids)) AND (cardinality(max_scores) = cardinality(question_ids)) AND (cardinality(chosen) = cardinality(question_ids)) AND (cardinality(seconds) = cardinality(question_ids)))),
    CONSTRAINT exam_result_number_check CHECK ((number >= 1)),
    CONSTRAINT exam_result_score_check CHECK ((score >= 0)),
    CONSTRAINT exam_result_used_seconds_check CHECK ((used_seconds >= 0)),
    CONSTRAINT exam_result_versions_check CHECK ((cardinality(versions) = cardinality(question_ids))),
    CONSTRAINT exam_result_window_number_check CHECK ((window_number >= 0))
);
--> statement-breakpoint
CREATE TABLE public.exam_result_change (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    exam_id uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.exam_save_count (
    enterprise_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    saves integer NOT NULL,
    CONSTRAINT exam_save_count_saves_check CHECK ((saves >= 0))
);
--> statement-breakpoint
CREATE TABLE public.exam_section (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    exam_id uuid NOT NULL,
    title text NOT NULL,
    bank_id uuid NOT NULL,
    type text NOT NULL,
    count integer NOT NULL,
    score_each numeric(12,2) NOT NULL,
    sort integer DEFAULT 0 NOT NULL,
    difficulty integer,
    topic text,
    tag text,
    limit_seconds integer,
    CONSTRAINT exam_section_count_check CHECK ((count >= 1)),
    CONSTRAINT exam_section_difficulty_check CHECK (((difficulty >= 1) AND (difficulty <= 4))),
    CONSTRAINT exam_section_limit_seconds_check CHECK ((limit_seconds >= 1)),
    CONSTRAINT exam_section_score_each_check CHECK ((score_each >= (0)::numeric)),
    CONSTRAINT exam_section_type_check CHECK ((type = ANY (ARRAY['single'::text, 'multiple'::text, 'judge'::text, 'blank'::text, 'short'::text])))
);
--> statement-breakpoint
CREATE TABLE public.exam_sums (
    enterprise_id uuid NOT NULL,
    exam_id uuid NOT NULL,
    counting text NOT NULL,
    sums jsonb NOT NULL,
    computed_at timestamp(3) with time zone NOT NULL,
    milliseconds integer NOT NULL,
    CONSTRAINT exam_sums_counting_check CHECK ((counting = ANY (ARRAY['first'::text, 'last'::text, 'best'::text]))),
    CONSTRAINT exam_sums_milliseconds_check CHECK ((milliseconds >= 0))
);
--> statement-breakpoint
CREATE TABLE public.exam_switch (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    attempt_id uuid NOT NULL,
    client_key uuid NOT NULL,
    left_at timestamp(3) with time zone NOT NULL,
    dwell_seconds integer,
    kind text DEFAULT 'hide'::text NOT NULL,
    counted boolean DEFAULT true NOT NULL,
    CONSTRAINT exam_switch_dwell_seconds_check CHECK ((dwell_seconds >= 0)),
    CONSTRAINT exam_switch_kind_check CHECK ((kind = ANY (ARRAY['hide'::text, 'leave'::text, 'gap'::text, 'device'::text, 'offline'::text])))
);
--> statement-breakpoint
CREATE TABLE public.exam_switch_appeal (
    enterprise_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    switch_id uuid NOT NULL,
    reason text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    decision text,
    note text,
    decided_by uuid,
    decided_at timestamp(3) with time zone,
    CONSTRAINT exam_switch_appeal_decided_check CHECK (((decision IS NULL) = (decided_at IS NULL))),
    CONSTRAINT exam_switch_appeal_decision_check CHECK ((decision = ANY (ARRAY['upheld'::text, 'set_aside'::text])))
);
--> statement-breakpoint
CREATE TABLE public.exam_target (
    enterprise_id uuid NOT NULL,
    exam_id uuid NOT NULL,
    department text NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.export_record (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    user_id uuid NOT NULL,
    export_type text NOT NULL,
    input jsonb DEFAULT '{}'::jsonb NOT NULL,
    locale text NOT NULL,
    file_name text NOT NULL,
    file_size bigint,
    file_id uuid,
    export_status integer DEFAULT 1 NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT export_record_export_status_check CHECK (((export_status >= 1) AND (export_status <= 3))),
    CONSTRAINT export_record_file_size_check CHECK ((file_size >= 0)),
    CONSTRAINT export_record_locale_check CHECK ((locale = ANY (ARRAY['zh'::text, 'en'::text])))
);
--> statement-breakpoint
CREATE TABLE public.file (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    store_key text NOT NULL,
    sha256 text NOT NULL,
    file_name text NOT NULL,
    content_type text NOT NULL,
    file_size bigint NOT NULL,
    visibility text NOT NULL,
    duration integer,
    width integer,
    height integer,
    uploaded_by uuid,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT file_duration_check CHECK ((duration >= 0)),
    CONSTRAINT file_file_size_check CHECK ((file_size >= 0)),
    CONSTRAINT file_height_check CHECK ((height >= 1)),
    CONSTRAINT file_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'member'::text, 'private'::text]))),
    CONSTRAINT file_width_check CHECK ((width >= 1))
);
--> statement-breakpoint
CREATE TABLE public.file_rendition (
    enterprise_id uuid NOT NULL,
    file_id uuid NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    folder text,
    heights jsonb DEFAULT '[]'::jsonb NOT NULL,
    thumbnails jsonb,
    error text,
    sent_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    ready_at timestamp(3) with time zone,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT file_rendition_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT file_rendition_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'ready'::text, 'failed'::text])))
);
--> statement-breakpoint
CREATE TABLE public.filtered_word (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    word text NOT NULL,
    action text NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT filtered_word_action_check CHECK ((action = ANY (ARRAY['reject'::text, 'review'::text])))
);
--> statement-breakpoint
CREATE TABLE public.flow_instance (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    flow_type text NOT NULL,
    subject_id uuid NOT NULL,
    title text NOT NULL,
    applicant_id uuid NOT NULL,
    approver_id uuid,
    state text DEFAULT 'pending'::text NOT NULL,
    detail jsonb DEFAULT '{}'::jsonb NOT NULL,
    decided_by uuid,
    decided_at timestamp(3) with time zone,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    seen_at timestamp(3) with time zone,
    concerns_id uuid,
    step integer DEFAULT 1 NOT NULL,
    step_count integer DEFAULT 0 NOT NULL,
    CONSTRAINT flow_instance_flow_type_check CHECK ((flow_type = ANY (ARRAY['order'::text, 'purchase'::text, 'courseRegistration'::text, 'projectRegistration'::text, 'practicalOperation'::text, 'nameChange'::text, 'certificateIssue'::text, 'certificateRevoke'::text, 'certificateRenew'::text, 'appeal'::text]))),
    CONSTRAINT flow_instance_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))),
    CONSTRAINT flow_instance_step_check CHECK (((step >= 1) AND (step <= GREATEST(step_count, 1)))),
    CONSTRAINT flow_instance_step_count_check CHECK (((step_count >= 0) AND (step_count <= 5)))
);
--> statement-breakpoint
CREATE TABLE public.flow_log (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    instance_id uuid NOT NULL,
    user_id uuid NOT NULL,
    action text NOT NULL,
    comment text,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT flow_log_action_check CHECK ((action = ANY (ARRAY['submit'::text, 'approve'::text, 'reject'::text, 'withdraw'::text])))
);
--> statement-breakpoint
CREATE TABLE public.flow_step (
    enterprise_id uuid NOT NULL,
    instance_id uuid NOT NULL,
    step integer NOT NULL,
    approver text NOT NULL,
    approver_id uuid,
    outcome text,
    decided_by uuid,
    decided_at timestamp(3) with time zone,
    CONSTRAINT flow_step_approver_check CHECK ((approver = ANY (ARRAY['lecturer'::text, 'member'::text, 'administrator'::text]))),
    CONSTRAINT flow_step_decided_check CHECK ((((outcome IS NULL) = (decided_by IS NULL)) AND ((outcome IS NULL) = (decided_at IS NULL)))),
    CONSTRAINT flow_step_outcome_check CHECK ((outcome = ANY (ARRAY['approved'::text, 'rejected'::text]))),
    CONSTRAINT flow_step_step_check CHECK (((step >= 1) AND (step <= 5)))
);
--> statement-breakpoint
CREATE TABLE public.label (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    code text NOT NULL,
    label_type integer DEFAULT 3 NOT NULL,
    name jsonb NOT NULL,
    description jsonb,
    color text DEFAULT 'blue'::text NOT NULL,
    sort integer DEFAULT 0 NOT NULL,
    published boolean DEFAULT true NOT NULL,
    post_count integer DEFAULT 0 NOT NULL,
    follower_count integer DEFAULT 0 NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT label_color_check CHECK ((color = ANY (ARRAY['blue'::text, 'cyan'::text, 'green'::text, 'lime'::text, 'yellow'::text, 'orange'::text, 'red'::text, 'pink'::text, 'purple'::text, 'gray'::text]))),
    CONSTRAINT label_follower_count_check CHECK ((follower_count >= 0)),
    CONSTRAINT label_label_type_check CHECK ((label_type >= 1)),
    CONSTRAINT label_post_count_check CHECK ((post_count >= 0))
);
--> statement-breakpoint
CREATE TABLE public.label_follow (
    enterprise_id uuid NOT NULL,
    label_id uuid NOT NULL,
    user_id uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.lecturer (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    code text NOT NULL,
    user_id uuid,
    lecturer_name text NOT NULL,
    lecturer_level text NOT NULL,
    title text,
    intro text,
    photo_file_id uuid,
    annual_teaching_hours numeric(12,2) DEFAULT '0'::numeric NOT NULL,
    sort integer DEFAULT 0 NOT NULL,
    published boolean DEFAULT true NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT lecturer_annual_teaching_hours_check CHECK ((annual_teaching_hours >= (0)::numeric))
);
--> statement-breakpoint
CREATE TABLE public.ledger_entry (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    hour_kind text,
    amount numeric(12,2) NOT NULL,
    source text NOT NULL,
    title text NOT NULL,
    reversal_of uuid,
    year integer NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT ledger_entry_amount_check CHECK ((amount <> (0)::numeric)),
    CONSTRAINT ledger_entry_hour_kind_check CHECK ((hour_kind = ANY (ARRAY['required'::text, 'culture'::text, 'lecturer'::text, 'other'::text]))),
    CONSTRAINT ledger_entry_hours_check CHECK (((kind = 'hours'::text) = (hour_kind IS NOT NULL))),
    CONSTRAINT ledger_entry_kind_check CHECK ((kind = ANY (ARRAY['hours'::text, 'credits'::text, 'points'::text]))),
    CONSTRAINT ledger_entry_year_check CHECK ((year >= 1))
);
--> statement-breakpoint
CREATE TABLE public.ledger_total (
    enterprise_id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    hour_kind text DEFAULT ''::text NOT NULL,
    year integer NOT NULL,
    total numeric(12,2) NOT NULL,
    CONSTRAINT ledger_total_hour_kind_check CHECK ((hour_kind = ANY (ARRAY[''::text, 'required'::text, 'culture'::text, 'lecturer'::text, 'other'::text]))),
    CONSTRAINT ledger_total_hours_check CHECK (((kind = 'hours'::text) = (hour_kind <> ''::text))),
    CONSTRAINT ledger_total_kind_check CHECK ((kind = ANY (ARRAY['hours'::text, 'credits'::text, 'points'::text]))),
    CONSTRAINT ledger_total_year_check CHECK ((year >= 1))
);
--> statement-breakpoint
CREATE TABLE public.live_attendance (
    enterprise_id uuid NOT NULL,
    session_id uuid NOT NULL,
    user_id uuid NOT NULL,
    minutes int4multirange DEFAULT '{}'::int4multirange NOT NULL,
    joined_at timestamp(3) with time zone NOT NULL,
    last_beat_at timestamp(3) with time zone NOT NULL,
    muted boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.live_hand (
    enterprise_id uuid NOT NULL,
    session_id uuid NOT NULL,
    user_id uuid NOT NULL,
    raised_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.live_message (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    session_id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    body text NOT NULL,
    at_second integer NOT NULL,
    hidden_at timestamp(3) with time zone,
    answered_at timestamp(3) with time zone,
    revision bigint NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT live_message_kind_check CHECK ((kind = ANY (ARRAY['chat'::text, 'question'::text])))
);
--> statement-breakpoint
CREATE TABLE public.live_poll (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    session_id uuid NOT NULL,
    question text NOT NULL,
    options jsonb NOT NULL,
    open boolean DEFAULT true NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.live_poll_vote (
    enterprise_id uuid NOT NULL,
    poll_id uuid NOT NULL,
    user_id uuid NOT NULL,
    choice integer NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT live_poll_vote_choice_check CHECK ((choice >= 0))
);
--> statement-breakpoint
CREATE TABLE public.live_segment (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    session_id uuid NOT NULL,
    epoch integer NOT NULL,
    name text NOT NULL,
    sequence integer,
    duration_ms integer,
    is_init boolean DEFAULT false NOT NULL,
    file_id uuid,
    arrived_at timestamp(3) with time zone,
    CONSTRAINT live_segment_duration_ms_check CHECK ((duration_ms >= 0)),
    CONSTRAINT live_segment_epoch_check CHECK ((epoch >= 0)),
    CONSTRAINT live_segment_sequence_check CHECK ((sequence >= 0))
);
--> statement-breakpoint
CREATE TABLE public.live_session (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    course_id uuid NOT NULL,
    resource_id uuid NOT NULL,
    title text NOT NULL,
    start_at timestamp(3) with time zone NOT NULL,
    end_at timestamp(3) with time zone NOT NULL,
    opened_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    status text DEFAULT 'planned'::text NOT NULL,
    key_hash bytea,
    key_issued_at timestamp(3) with time zone,
    epoch integer DEFAULT 0 NOT NULL,
    start_epoch integer DEFAULT 0 NOT NULL,
    start_sequence integer DEFAULT 0 NOT NULL,
    ingest_bytes bigint DEFAULT 0 NOT NULL,
    last_segment_at timestamp(3) with time zone,
    chat_open boolean DEFAULT true NOT NULL,
    slow_mode_seconds integer DEFAULT 0 NOT NULL,
    required_percent integer DEFAULT 70 NOT NULL,
    recording_counts boolean DEFAULT true NOT NULL,
    recording_file_id uuid,
    settled_at timestamp(3) with time zone,
    revision bigint DEFAULT 0 NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT live_session_epoch_check CHECK ((epoch >= 0)),
    CONSTRAINT live_session_ingest_bytes_check CHECK ((ingest_bytes >= 0)),
    CONSTRAINT live_session_period_check CHECK ((end_at > start_at)),
    CONSTRAINT live_session_required_percent_check CHECK (((required_percent >= 1) AND (required_percent <= 100))),
    CONSTRAINT live_session_revision_check CHECK ((revision >= 0)),
    CONSTRAINT live_session_slow_mode_seconds_check CHECK (((slow_mode_seconds >= 0) AND (slow_mode_seconds <= 3600))),
    CONSTRAINT live_session_start_epoch_check CHECK ((start_epoch >= 0)),
    CONSTRAINT live_session_start_sequence_check CHECK ((start_sequence >= 0)),
    CONSTRAINT live_session_status_check CHECK ((status = ANY (ARRAY['planned'::text, 'live'::text, 'ended'::text, 'cancelled'::text])))
);
--> statement-breakpoint
CREATE TABLE public.login_attempt (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    provider text NOT NULL,
    state_hash bytea NOT NULL,
    browser_hash bytea NOT NULL,
    nonce text,
    code_verifier text,
    redirect text,
    agreed boolean DEFAULT false NOT NULL,
    identity jsonb,
    user_id uuid,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    CONSTRAINT login_attempt_provider_check CHECK ((provider = ANY (ARRAY['wecom'::text, 'dingtalk'::text, 'oidc'::text])))
);
--> statement-breakpoint
CREATE TABLE public.login_setting (
    enterprise_id uuid NOT NULL,
    provider text NOT NULL,
    enabled boolean DEFAULT false NOT NULL,
    config jsonb NOT NULL,
    sealed_secret text,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT login_setting_provider_check CHECK ((provider = ANY (ARRAY['wecom'::text, 'dingtalk'::text, 'oidc'::text])))
);
--> statement-breakpoint
CREATE TABLE public.marking_answer (
    enterprise_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    question_id uuid NOT NULL,
    exam_id uuid NOT NULL,
    submitted_at timestamp(3) with time zone NOT NULL,
    needed integer DEFAULT 1 NOT NULL,
    given integer DEFAULT 0 NOT NULL,
    score numeric(12,2),
    held_by uuid,
    held_until timestamp(3) with time zone,
    CONSTRAINT marking_answer_given_check CHECK (((given >= 0) AND (given <= needed))),
    CONSTRAINT marking_answer_held_check CHECK (((held_by IS NULL) = (held_until IS NULL))),
    CONSTRAINT marking_answer_needed_check CHECK (((needed >= 1) AND (needed <= 3))),
    CONSTRAINT marking_answer_score_check CHECK ((score >= (0)::numeric)),
    CONSTRAINT marking_answer_score_given_check CHECK (((score IS NULL) = (given < needed)))
);
--> statement-breakpoint
CREATE TABLE public.marking_appeal (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    exam_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    question_id uuid NOT NULL,
    reason text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    mark_before numeric(12,2) NOT NULL,
    mark_after numeric(12,2),
    answer text,
    answered_by uuid,
    answered_at timestamp(3) with time zone,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT marking_appeal_answered_check CHECK ((((state = 'waiting'::text) = (answered_at IS NULL)) AND ((answered_at IS NULL) = (answered_by IS NULL)) AND ((answered_at IS NULL) = (answer IS NULL)) AND ((state = 'upheld'::text) = (mark_after IS NOT NULL)))),
    CONSTRAINT marking_appeal_mark_after_check CHECK ((mark_after >= (0)::numeric)),
    CONSTRAINT marking_appeal_mark_before_check CHECK ((mark_before >= (0)::numeric)),
    CONSTRAINT marking_appeal_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'upheld'::text, 'declined'::text])))
);
--> statement-breakpoint
CREATE TABLE public.marking_mark (
    enterprise_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    question_id uuid NOT NULL,
    round integer NOT NULL,
    user_id uuid NOT NULL,
    score numeric(12,2) NOT NULL,
    points jsonb,
    remark text,
    at timestamp(3) with time zone NOT NULL,
    CONSTRAINT marking_mark_round_check CHECK (((round >= 1) AND (round <= 3))),
    CONSTRAINT marking_mark_score_check CHECK ((score >= (0)::numeric))
);
--> statement-breakpoint
CREATE TABLE public.marking_note (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    question_id uuid NOT NULL,
    user_id uuid NOT NULL,
    body text NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.marking_rubric (
    enterprise_id uuid NOT NULL,
    question_id uuid NOT NULL,
    criteria jsonb NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.mistake (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    user_id uuid NOT NULL,
    question_id uuid NOT NULL,
    exam_id uuid,
    attempt_id uuid,
    run_id uuid,
    wrong_count integer NOT NULL,
    last_wrong_at timestamp(3) with time zone NOT NULL,
    right_in_row integer DEFAULT 0 NOT NULL,
    archived_at timestamp(3) with time zone,
    CONSTRAINT mistake_right_in_row_check CHECK ((right_in_row >= 0)),
    CONSTRAINT mistake_source_check CHECK ((num_nonnulls(attempt_id, run_id) = 1)),
    CONSTRAINT mistake_wrong_count_check CHECK ((wrong_count >= 1))
);
--> statement-breakpoint
CREATE TABLE public.moderation_case (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    post_id uuid,
    comment_id uuid,
    source text NOT NULL,
    detail text,
    state text DEFAULT 'open'::text NOT NULL,
    report_count integer DEFAULT 0 NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    closed_at timestamp(3) with time zone,
    CONSTRAINT moderation_case_closed_at_check CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL))),
    CONSTRAINT moderation_case_report_count_check CHECK ((report_count >= 0)),
    CONSTRAINT moderation_case_source_check CHECK ((source = ANY (ARRAY['report'::text, 'wordFilter'::text, 'newMember'::text, 'moderator'::text]))),
    CONSTRAINT moderation_case_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text]))),
    CONSTRAINT moderation_case_subject_check CHECK ((num_nonnulls(post_id, comment_id) = 1))
);
--> statement-breakpoint
CREATE TABLE public.moderation_decision (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    case_id uuid NOT NULL,
    action text NOT NULL,
    reason text NOT NULL,
    decided_by uuid NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    appeal text,
    appealed_at timestamp(3) with time zone,
    appeal_state text,
    appeal_reason text,
    appeal_decided_by uuid,
    appeal_decided_at timestamp(3) with time zone,
    undo jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT moderation_decision_action_check CHECK ((action = ANY (ARRAY['dismiss'::text, 'hide'::text, 'restore'::text, 'lock'::text, 'unlock'::text, 'move'::text, 'warn'::text]))),
    CONSTRAINT moderation_decision_appeal_check CHECK ((num_nonnulls(appeal, appealed_at, appeal_state) = ANY (ARRAY[0, 3]))),
    CONSTRAINT moderation_decision_appeal_decided_check CHECK ((((COALESCE(appeal_state, 'pending'::text) <> 'pending'::text) = (appeal_decided_at IS NOT NULL)) AND ((appeal_decided_at IS NULL) = (appeal_decided_by IS NULL)))),
    CONSTRAINT moderation_decision_appeal_state_check CHECK ((appeal_state = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text])))
);
--> statement-breakpoint
CREATE TABLE public.moderation_report (
    enterprise_id uuid NOT NULL,
    case_id uuid NOT NULL,
    user_id uuid NOT NULL,
    reason text NOT NULL,
    note text,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT moderation_report_reason_check CHECK ((reason = ANY (ARRAY['spam'::text, 'abuse'::text, 'wrong'::text, 'offTopic'::text, 'private'::text, 'other'::text])))
);
--> statement-breakpoint
CREATE TABLE public.nav_item (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    code text NOT NULL,
    title jsonb NOT NULL,
    nav_url text NOT NULL,
    nav_menu_type integer NOT NULL,
    target text DEFAULT '_self'::text NOT NULL,
    sort integer DEFAULT 0 NOT NULL,
    published boolean DEFAULT true NOT NULL,
    CONSTRAINT nav_item_nav_menu_type_check CHECK ((nav_menu_type >= 1)),
    CONSTRAINT nav_item_target_check CHECK ((target = ANY (ARRAY['_self'::text, '_blank'::text])))
);
--> statement-breakpoint
CREATE TABLE public.notice (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    detail jsonb DEFAULT '{}'::jsonb NOT NULL,
    path text NOT NULL,
    source text NOT NULL,
    read_at timestamp(3) with time zone,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    sms_at timestamp(3) with time zone,
    mail_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE public.order_sequence (
    enterprise_id uuid NOT NULL,
    year integer NOT NULL,
    last integer NOT NULL,
    CONSTRAINT order_sequence_last_check CHECK ((last >= 1))
);
--> statement-breakpoint
CREATE TABLE public.post (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    kind text NOT NULL,
    question_id uuid,
    author_id uuid NOT NULL,
    draft_id uuid,
    code text,
    anonymous boolean DEFAULT false NOT NULL,
    title text,
    body jsonb NOT NULL,
    plain_text text NOT NULL,
    cover_file_id uuid,
    subject_type text,
    subject_id uuid,
    state text DEFAULT 'published'::text NOT NULL,
    locked_at timestamp(3) with time zone,
    duplicate_of uuid,
    accepted_answer_id uuid,
    revision integer DEFAULT 1 NOT NULL,
    published_at timestamp(3) with time zone NOT NULL,
    edited_at timestamp(3) with time zone,
    answer_count integer DEFAULT 0 NOT NULL,
    vote_count integer DEFAULT 0 NOT NULL,
    follower_count integer DEFAULT 0 NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    subject_place jsonb,
    body_html text,
    CONSTRAINT post_accepted_answer_id_check CHECK (((accepted_answer_id IS NULL) OR (kind = 'question'::text))),
    CONSTRAINT post_answer_count_check CHECK ((answer_count >= 0)),
    CONSTRAINT post_duplicate_of_check CHECK (((duplicate_of IS NULL) OR ((kind = 'question'::text) AND (duplicate_of <> id)))),
    CONSTRAINT post_follower_count_check CHECK ((follower_count >= 0)),
    CONSTRAINT post_kind_check CHECK ((kind = ANY (ARRAY['blog'::text, 'question'::text, 'answer'::text]))),
    CONSTRAINT post_question_id_check CHECK (((kind = 'answer'::text) = (question_id IS NOT NULL))),
    CONSTRAINT post_revision_check CHECK ((revision >= 1)),
    CONSTRAINT post_state_check CHECK ((state = ANY (ARRAY['published'::text, 'review'::text, 'hidden'::text, 'deleted'::text]))),
    CONSTRAINT post_subject_id_check CHECK (((subject_type IS NULL) = (subject_id IS NULL))),
    CONSTRAINT post_subject_place_check CHECK (((subject_place IS NULL) OR (NOT (subject_type IS DISTINCT FROM 'resource'::text)))),
    CONSTRAINT post_subject_type_check CHECK ((subject_type = ANY (ARRAY['course'::text, 'resource'::text, 'exam'::text]))),
    CONSTRAINT post_title_check CHECK (((kind = 'answer'::text) = (title IS NULL))),
    CONSTRAINT post_vote_count_check CHECK ((vote_count >= 0))
);
--> statement-breakpoint
CREATE TABLE public.post_draft (
    enterprise_id uuid NOT NULL,
    author_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    question_id uuid,
    post_id uuid,
    title text DEFAULT ''::text NOT NULL,
    body jsonb,
    label_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    cover_file_id uuid,
    anonymous boolean DEFAULT false NOT NULL,
    subject_type text,
    subject_id uuid,
    revision integer DEFAULT 1 NOT NULL,
    published_at timestamp(3) with time zone,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    subject_place jsonb,
    CONSTRAINT post_draft_kind_check CHECK ((kind = ANY (ARRAY['blog'::text, 'question'::text, 'answer'::text]))),
    CONSTRAINT post_draft_question_id_check CHECK (((kind = 'answer'::text) = (question_id IS NOT NULL))),
    CONSTRAINT post_draft_revision_check CHECK ((revision >= 1)),
    CONSTRAINT post_draft_subject_id_check CHECK (((subject_type IS NULL) = (subject_id IS NULL))),
    CONSTRAINT post_draft_subject_place_check CHECK (((subject_place IS NULL) OR (NOT (subject_type IS DISTINCT FROM 'resource'::text)))),
    CONSTRAINT post_draft_subject_type_check CHECK ((subject_type = ANY (ARRAY['course'::text, 'resource'::text, 'exam'::text])))
);
--> statement-breakpoint
CREATE TABLE public.post_follow (
    enterprise_id uuid NOT NULL,
    post_id uuid NOT NULL,
    user_id uuid NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.post_label (
    enterprise_id uuid NOT NULL,
    post_id uuid NOT NULL,
    label_id uuid NOT NULL,
    published_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.post_version (
    enterprise_id uuid NOT NULL,
    post_id uuid NOT NULL,
    revision integer NOT NULL,
    title text,
    body jsonb NOT NULL,
    plain_text text NOT NULL,
    editor_id uuid NOT NULL,
    reason text,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT post_version_revision_check CHECK ((revision >= 1))
);
--> statement-breakpoint
CREATE TABLE public.post_vote (
    enterprise_id uuid NOT NULL,
    post_id uuid NOT NULL,
    user_id uuid NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.practice_answer (
    enterprise_id uuid NOT NULL,
    run_id uuid NOT NULL,
    question_id uuid NOT NULL,
    answer jsonb,
    saved_at timestamp(3) with time zone NOT NULL,
    checked_at timestamp(3) with time zone,
    "right" boolean,
    CONSTRAINT practice_answer_right_check CHECK ((("right" IS NULL) OR (checked_at IS NOT NULL)))
);
--> statement-breakpoint
CREATE TABLE public.practice_preference (
    enterprise_id uuid NOT NULL,
    user_id uuid NOT NULL,
    right_in_row integer NOT NULL,
    CONSTRAINT practice_preference_right_in_row_check CHECK (((right_in_row >= 1) AND (right_in_row <= 3)))
);
--> statement-breakpoint
CREATE TABLE public.practice_run (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    bank_id uuid,
    exam_id uuid,
    paper jsonb NOT NULL,
    question_count integer NOT NULL,
    answered_count integer DEFAULT 0 NOT NULL,
    right_count integer DEFAULT 0 NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT practice_run_answered_count_check CHECK (((answered_count >= 0) AND (answered_count <= question_count))),
    CONSTRAINT practice_run_kind_check CHECK ((kind = ANY (ARRAY['bank'::text, 'exam'::text, 'mistakes'::text]))),
    CONSTRAINT practice_run_question_count_check CHECK ((question_count >= 1)),
    CONSTRAINT practice_run_right_count_check CHECK (((right_count >= 0) AND (right_count <= answered_count))),
    CONSTRAINT practice_run_source_check CHECK ((((kind = 'bank'::text) = (bank_id IS NOT NULL)) AND ((kind = 'exam'::text) = (exam_id IS NOT NULL))))
);
--> statement-breakpoint
CREATE TABLE public.project (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    code text NOT NULL,
    title text NOT NULL,
    summary text,
    description text,
    cover_file_id uuid,
    category_id uuid,
    status text DEFAULT 'published'::text NOT NULL,
    registration_required boolean DEFAULT false NOT NULL,
    published_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT project_status_check CHECK ((status = ANY (ARRAY['published'::text, 'unpublished'::text])))
);
ALTER TABLE ONLY public.project FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE public.project_course (
    enterprise_id uuid NOT NULL,
    project_id uuid NOT NULL,
    course_id uuid NOT NULL,
    required boolean DEFAULT true NOT NULL,
    sort integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.project_registration (
    enterprise_id uuid NOT NULL,
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT project_registration_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])))
);
--> statement-breakpoint
CREATE TABLE public.question (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    bank_id uuid NOT NULL,
    code text NOT NULL,
    type text NOT NULL,
    difficulty integer DEFAULT 1 NOT NULL,
    published boolean DEFAULT true NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    topic text,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    drawn boolean DEFAULT false NOT NULL,
    keeps_order boolean DEFAULT false NOT NULL,
    CONSTRAINT question_difficulty_check CHECK (((difficulty >= 1) AND (difficulty <= 4))),
    CONSTRAINT question_type_check CHECK ((type = ANY (ARRAY['single'::text, 'multiple'::text, 'judge'::text, 'blank'::text, 'short'::text]))),
    CONSTRAINT question_version_check CHECK ((version >= 1))
);
--> statement-breakpoint
CREATE TABLE public.question_bank (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    code text NOT NULL,
    title text NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    practice text DEFAULT 'none'::text NOT NULL,
    CONSTRAINT question_bank_practice_check CHECK ((practice = ANY (ARRAY['none'::text, 'members'::text, 'audience'::text])))
);
--> statement-breakpoint
CREATE TABLE public.question_bank_editor (
    enterprise_id uuid NOT NULL,
    bank_id uuid NOT NULL,
    user_id uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.question_import (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    bank_id uuid NOT NULL,
    user_id uuid NOT NULL,
    file_name text NOT NULL,
    content jsonb NOT NULL,
    report_hash text NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.question_import_part (
    enterprise_id uuid NOT NULL,
    import_id uuid NOT NULL,
    number integer NOT NULL,
    drafts jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.question_version (
    enterprise_id uuid NOT NULL,
    question_id uuid NOT NULL,
    number integer NOT NULL,
    texts jsonb NOT NULL,
    answer jsonb NOT NULL,
    html jsonb DEFAULT '{}'::jsonb NOT NULL,
    content_hash text,
    author_id uuid,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    criteria jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT question_version_number_check CHECK ((number >= 1)),
    CONSTRAINT question_version_texts_check CHECK (((texts ? 'zh'::text) OR (texts ? 'en'::text)))
);
--> statement-breakpoint
CREATE TABLE public.questionnaire (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    code text NOT NULL,
    resource_id uuid NOT NULL,
    title text NOT NULL,
    introduction text,
    anonymous boolean NOT NULL,
    pages jsonb NOT NULL,
    published boolean DEFAULT true NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.questionnaire_completion (
    enterprise_id uuid NOT NULL,
    questionnaire_id uuid NOT NULL,
    user_id uuid NOT NULL,
    anonymous boolean NOT NULL,
    completed_on date NOT NULL,
    answers jsonb,
    CONSTRAINT questionnaire_completion_anonymous_check CHECK ((anonymous = (answers IS NULL)))
);
--> statement-breakpoint
CREATE TABLE public.questionnaire_seen (
    enterprise_id uuid NOT NULL,
    questionnaire_id uuid NOT NULL,
    user_id uuid NOT NULL,
    answer_count integer NOT NULL,
    CONSTRAINT questionnaire_seen_answer_count_check CHECK ((answer_count >= 0))
);
--> statement-breakpoint
CREATE TABLE public.questionnaire_sheet (
    enterprise_id uuid NOT NULL,
    questionnaire_id uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    answers jsonb NOT NULL,
    released boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.ranking_total (
    enterprise_id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    year integer NOT NULL,
    total numeric(12,2) NOT NULL,
    score bigint GENERATED ALWAYS AS (((total * (100)::numeric))::bigint) STORED NOT NULL,
    ranked boolean DEFAULT true NOT NULL,
    CONSTRAINT ranking_total_kind_check CHECK ((kind = ANY (ARRAY['hours'::text, 'credits'::text, 'points'::text]))),
    CONSTRAINT ranking_total_year_check CHECK ((year >= 0))
);
--> statement-breakpoint
CREATE TABLE public.reaction (
    enterprise_id uuid NOT NULL,
    subject_type text NOT NULL,
    subject_id uuid NOT NULL,
    user_id uuid NOT NULL,
    liked_at timestamp(3) with time zone,
    bookmarked_at timestamp(3) with time zone,
    rating integer,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT reaction_rating CHECK (((rating >= 1) AND (rating <= 5))),
    CONSTRAINT reaction_subject_type_check CHECK ((subject_type = ANY (ARRAY['course'::text, 'project'::text, 'announcement'::text, 'post'::text])))
);
--> statement-breakpoint
CREATE TABLE public.rehearsal (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    asked_by uuid NOT NULL,
    asked_at timestamp(3) with time zone NOT NULL,
    takers integer NOT NULL,
    enter_seconds integer NOT NULL,
    answer_seconds integer NOT NULL,
    status text DEFAULT 'waiting'::text NOT NULL,
    stop_asked boolean DEFAULT false NOT NULL,
    started_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    failure text,
    progress jsonb,
    steps jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT rehearsal_answer_seconds_check CHECK (((answer_seconds >= 1) AND (answer_seconds <= 3600))),
    CONSTRAINT rehearsal_ended_check CHECK (((status = ANY (ARRAY['waiting'::text, 'running'::text])) = (ended_at IS NULL))),
    CONSTRAINT rehearsal_enter_seconds_check CHECK (((enter_seconds >= 1) AND (enter_seconds <= 3600))),
    CONSTRAINT rehearsal_failed_check CHECK (((status = 'failed'::text) = (failure IS NOT NULL))),
    CONSTRAINT rehearsal_failure_check CHECK ((failure = ANY (ARRAY['exam'::text, 'ended'::text, 'notStarted'::text, 'portal'::text, 'error'::text]))),
    CONSTRAINT rehearsal_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'stopped'::text, 'failed'::text]))),
    CONSTRAINT rehearsal_takers_check CHECK (((takers >= 1) AND (takers <= 20000)))
);
--> statement-breakpoint
CREATE TABLE public.reminder_preference (
    enterprise_id uuid NOT NULL,
    user_id uuid NOT NULL,
    by_sms boolean NOT NULL,
    by_email boolean NOT NULL,
    locale text NOT NULL,
    origin text NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT reminder_preference_locale_check CHECK ((locale = ANY (ARRAY['zh'::text, 'en'::text])))
);
--> statement-breakpoint
CREATE TABLE public.resource_answer (
    enterprise_id uuid NOT NULL,
    question_id uuid NOT NULL,
    user_id uuid NOT NULL,
    chosen jsonb NOT NULL,
    is_right boolean NOT NULL,
    first_right boolean NOT NULL,
    attempts integer DEFAULT 1 NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT resource_answer_attempts_check CHECK ((attempts >= 1))
);
--> statement-breakpoint
CREATE TABLE public.resource_caption (
    enterprise_id uuid NOT NULL,
    resource_id uuid NOT NULL,
    lang text NOT NULL,
    file_id uuid NOT NULL,
    CONSTRAINT resource_caption_lang_check CHECK ((lang ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text))
);
--> statement-breakpoint
CREATE TABLE public.resource_progress (
    enterprise_id uuid NOT NULL,
    user_id uuid NOT NULL,
    resource_id uuid NOT NULL,
    course_id uuid NOT NULL,
    watched int4multirange DEFAULT '{}'::int4multirange NOT NULL,
    watched_seconds integer DEFAULT 0 NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    playback_rate numeric(3,2) DEFAULT '1'::numeric NOT NULL,
    captions_on boolean DEFAULT false NOT NULL,
    study_progress integer DEFAULT 0 NOT NULL,
    study_seconds integer DEFAULT 0 NOT NULL,
    completed_at timestamp(3) with time zone,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT resource_progress_playback_rate_check CHECK ((playback_rate >= (0)::numeric)),
    CONSTRAINT resource_progress_position_check CHECK (("position" >= 0)),
    CONSTRAINT resource_progress_study_progress_check CHECK (((study_progress >= 0) AND (study_progress <= 100))),
    CONSTRAINT resource_progress_study_seconds_check CHECK ((study_seconds >= 0)),
    CONSTRAINT resource_progress_watched_seconds_check CHECK ((watched_seconds >= 0))
);
--> statement-breakpoint
CREATE TABLE public.resource_question (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    resource_id uuid NOT NULL,
    code text NOT NULL,
    at_second integer NOT NULL,
    kind text NOT NULL,
    stem text NOT NULL,
    options jsonb NOT NULL,
    right_keys jsonb NOT NULL,
    explanation text,
    required boolean DEFAULT true NOT NULL,
    sort integer DEFAULT 0 NOT NULL,
    published boolean DEFAULT true NOT NULL,
    CONSTRAINT resource_question_at_second_check CHECK ((at_second >= 0)),
    CONSTRAINT resource_question_kind_check CHECK ((kind = ANY (ARRAY['single'::text, 'multiple'::text, 'judge'::text])))
);
--> statement-breakpoint
CREATE TABLE public.rubric (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    code text NOT NULL,
    title text NOT NULL,
    pass_mark integer DEFAULT 60 NOT NULL,
    criteria jsonb NOT NULL,
    published boolean DEFAULT true NOT NULL,
    CONSTRAINT rubric_pass_mark_check CHECK (((pass_mark >= 0) AND (pass_mark <= 100)))
);
--> statement-breakpoint
CREATE TABLE public.search_dirty (
    enterprise_id uuid NOT NULL,
    subject_type text NOT NULL,
    subject_id uuid NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT search_dirty_subject_type_check CHECK ((subject_type = ANY (ARRAY['course'::text, 'project'::text, 'lecturer'::text, 'announcement'::text, 'article'::text, 'resource'::text, 'exam'::text, 'blog'::text, 'question'::text, 'category'::text])))
);
ALTER TABLE ONLY public.search_dirty FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE public.search_document (
    enterprise_id uuid NOT NULL,
    subject_type text NOT NULL,
    subject_id uuid NOT NULL,
    type integer NOT NULL,
    visibility text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    terms tsvector NOT NULL,
    gmt_modified timestamp(3) with time zone NOT NULL,
    parent_id uuid,
    CONSTRAINT search_document_subject_type_check CHECK ((subject_type = ANY (ARRAY['course'::text, 'project'::text, 'lecturer'::text, 'announcement'::text, 'article'::text, 'resource'::text, 'exam'::text, 'blog'::text, 'question'::text]))),
    CONSTRAINT search_document_type_check CHECK (((type >= 1) AND (type <= 8))),
    CONSTRAINT search_document_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'member'::text])))
)
WITH (toast_tuple_target='256');
ALTER TABLE ONLY public.search_document ALTER COLUMN terms SET STORAGE EXTERNAL;
--> statement-breakpoint
CREATE TABLE public.study_clock (
    enterprise_id uuid NOT NULL,
    user_id uuid NOT NULL,
    player_id uuid NOT NULL,
    resource_id uuid NOT NULL,
    opened_at timestamp(3) with time zone NOT NULL,
    last_report_at timestamp(3) with time zone NOT NULL,
    budget_ms integer DEFAULT 0 NOT NULL,
    active boolean DEFAULT false NOT NULL,
    player_seconds integer DEFAULT 0 NOT NULL,
    room_type text,
    room_id uuid,
    CONSTRAINT study_clock_budget_ms_check CHECK ((budget_ms >= 0)),
    CONSTRAINT study_clock_player_seconds_check CHECK ((player_seconds >= 0)),
    CONSTRAINT study_clock_room_check CHECK (((room_type IS NULL) = (room_id IS NULL))),
    CONSTRAINT study_clock_room_type_check CHECK ((room_type = ANY (ARRAY['project'::text, 'category'::text, 'task'::text])))
);
--> statement-breakpoint
CREATE TABLE public.study_note (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    user_id uuid NOT NULL,
    course_id uuid NOT NULL,
    resource_id uuid NOT NULL,
    "position" integer,
    unit text,
    text text NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT study_note_place_check CHECK ((("position" IS NULL) = (unit IS NULL))),
    CONSTRAINT study_note_position_check CHECK (("position" >= 0)),
    CONSTRAINT study_note_unit_check CHECK ((unit = ANY (ARRAY['second'::text, 'page'::text])))
);
--> statement-breakpoint
CREATE TABLE public.study_task (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    code text NOT NULL,
    title text NOT NULL,
    summary text,
    task_type integer DEFAULT 1 NOT NULL,
    start_at timestamp(3) with time zone NOT NULL,
    end_at timestamp(3) with time zone NOT NULL,
    published boolean DEFAULT true NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    counts_earlier boolean DEFAULT true NOT NULL,
    ordered boolean DEFAULT false NOT NULL,
    CONSTRAINT study_task_period_check CHECK ((end_at > start_at)),
    CONSTRAINT study_task_task_type_check CHECK (((task_type >= 1) AND (task_type <= 4)))
);
--> statement-breakpoint
CREATE TABLE public.study_task_item (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    task_id uuid NOT NULL,
    course_id uuid,
    exam_id uuid,
    sort integer DEFAULT 0 NOT NULL,
    evaluation_form_id uuid,
    coaching_plan_id uuid,
    release_at timestamp(3) with time zone,
    after_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    CONSTRAINT study_task_item_subject_check CHECK ((num_nonnulls(course_id, exam_id, evaluation_form_id, coaching_plan_id) = 1))
);
ALTER TABLE ONLY public.study_task_item FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE public.study_task_target (
    enterprise_id uuid NOT NULL,
    task_id uuid NOT NULL,
    department text NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.study_task_user (
    enterprise_id uuid NOT NULL,
    task_id uuid NOT NULL,
    user_id uuid NOT NULL,
    study_progress integer DEFAULT 0 NOT NULL,
    completed_at timestamp(3) with time zone,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT study_task_user_study_progress_check CHECK (((study_progress >= 0) AND (study_progress <= 100)))
);
--> statement-breakpoint
CREATE TABLE public.subject_total (
    enterprise_id uuid NOT NULL,
    subject_type text NOT NULL,
    subject_id uuid NOT NULL,
    like_count integer DEFAULT 0 NOT NULL,
    bookmark_count integer DEFAULT 0 NOT NULL,
    rating_count integer DEFAULT 0 NOT NULL,
    rating_sum integer DEFAULT 0 NOT NULL,
    comment_count integer DEFAULT 0 NOT NULL,
    student_count integer DEFAULT 0 NOT NULL,
    rating_counts integer[] DEFAULT '{0,0,0,0,0}'::integer[] NOT NULL,
    CONSTRAINT subject_total_rating_counts_check CHECK ((cardinality(rating_counts) = 5)),
    CONSTRAINT subject_total_subject_type_check CHECK ((subject_type = ANY (ARRAY['course'::text, 'project'::text, 'announcement'::text, 'post'::text])))
);
ALTER TABLE ONLY public.subject_total FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE public.teaching_record (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    lecturer_id uuid NOT NULL,
    code text NOT NULL,
    title text NOT NULL,
    course_id uuid,
    taught_at timestamp(3) with time zone NOT NULL,
    class_hours numeric(12,2) NOT NULL,
    place text,
    attendee_count integer,
    published boolean DEFAULT true NOT NULL,
    CONSTRAINT teaching_record_attendee_count_check CHECK ((attendee_count >= 0)),
    CONSTRAINT teaching_record_class_hours_check CHECK ((class_hours >= (0)::numeric))
);
--> statement-breakpoint
CREATE TABLE public.training_attendance (
    enterprise_id uuid NOT NULL,
    session_id uuid NOT NULL,
    user_id uuid NOT NULL,
    signed_in_at timestamp(3) with time zone,
    signed_out_at timestamp(3) with time zone,
    sign_way text,
    state text NOT NULL,
    confirmed_state text,
    corrected_by uuid,
    corrected_at timestamp(3) with time zone,
    correct_reason text,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT training_attendance_confirmed_state_check CHECK ((confirmed_state = ANY (ARRAY['present'::text, 'late'::text, 'early'::text, 'absent'::text]))),
    CONSTRAINT training_attendance_corrected_check CHECK (((corrected_at IS NULL) = (correct_reason IS NULL))),
    CONSTRAINT training_attendance_sign_way_check CHECK ((sign_way = ANY (ARRAY['qr'::text, 'code'::text, 'hand'::text]))),
    CONSTRAINT training_attendance_signed_check CHECK (((signed_in_at IS NULL) = (sign_way IS NULL))),
    CONSTRAINT training_attendance_state_check CHECK ((state = ANY (ARRAY['present'::text, 'late'::text, 'early'::text, 'absent'::text])))
);
--> statement-breakpoint
CREATE TABLE public.training_seat (
    enterprise_id uuid NOT NULL,
    session_id uuid NOT NULL,
    user_id uuid NOT NULL,
    status text NOT NULL,
    "position" integer NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT training_seat_position_check CHECK (("position" >= 1)),
    CONSTRAINT training_seat_status_check CHECK ((status = ANY (ARRAY['booked'::text, 'waiting'::text, 'cancelled'::text])))
);
--> statement-breakpoint
CREATE TABLE public.training_session (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    resource_id uuid NOT NULL,
    code text NOT NULL,
    title text,
    place text NOT NULL,
    room text,
    start_at timestamp(3) with time zone NOT NULL,
    end_at timestamp(3) with time zone NOT NULL,
    capacity integer NOT NULL,
    lecturer_id uuid,
    sign_in_from integer DEFAULT 30 NOT NULL,
    late_after integer DEFAULT 10 NOT NULL,
    early_leave integer DEFAULT 10 NOT NULL,
    sign_out_required boolean DEFAULT false NOT NULL,
    early_counts boolean DEFAULT false NOT NULL,
    latitude double precision,
    longitude double precision,
    radius integer,
    status text DEFAULT 'planned'::text NOT NULL,
    confirmed_at timestamp(3) with time zone,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT training_session_capacity_check CHECK ((capacity >= 1)),
    CONSTRAINT training_session_confirmed_check CHECK (((status = 'closed'::text) = (confirmed_at IS NOT NULL))),
    CONSTRAINT training_session_early_leave_check CHECK ((early_leave >= 0)),
    CONSTRAINT training_session_late_after_check CHECK ((late_after >= 0)),
    CONSTRAINT training_session_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
    CONSTRAINT training_session_location_check CHECK ((num_nonnulls(latitude, longitude, radius) = ANY (ARRAY[0, 3]))),
    CONSTRAINT training_session_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
    CONSTRAINT training_session_period_check CHECK ((end_at > start_at)),
    CONSTRAINT training_session_radius_check CHECK ((radius >= 1)),
    CONSTRAINT training_session_sign_in_from_check CHECK ((sign_in_from >= 0)),
    CONSTRAINT training_session_status_check CHECK ((status = ANY (ARRAY['planned'::text, 'cancelled'::text, 'closed'::text])))
);
--> statement-breakpoint
CREATE TABLE public.user_certificate (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    certificate_id uuid NOT NULL,
    user_id uuid NOT NULL,
    certificate_no text NOT NULL,
    issue_way text NOT NULL,
    issued_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    source text NOT NULL,
    user_name text NOT NULL,
    revoked_at timestamp(3) with time zone,
    revoke_reason text,
    unseen_change text,
    revoked_with_pass boolean DEFAULT false NOT NULL,
    CONSTRAINT user_certificate_issue_way_check CHECK ((issue_way = ANY (ARRAY['automatic'::text, 'manual'::text]))),
    CONSTRAINT user_certificate_revoked_check CHECK (((revoked_at IS NULL) = (revoke_reason IS NULL))),
    CONSTRAINT user_certificate_revoked_with_pass_check CHECK (((NOT revoked_with_pass) OR (revoked_at IS NOT NULL))),
    CONSTRAINT user_certificate_unseen_change_check CHECK ((unseen_change = ANY (ARRAY['issued'::text, 'revoked'::text, 'renewed'::text]))),
    CONSTRAINT user_certificate_validity_check CHECK ((expires_at > issued_at))
);
--> statement-breakpoint
CREATE TABLE public.user_consent (
    enterprise_id uuid NOT NULL,
    user_id uuid NOT NULL,
    code text NOT NULL,
    version integer NOT NULL,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT user_consent_version_check CHECK ((version >= 1))
);
--> statement-breakpoint
CREATE TABLE public.user_identity (
    enterprise_id uuid NOT NULL,
    provider text NOT NULL,
    subject text NOT NULL,
    user_id uuid NOT NULL,
    display_name text,
    gmt_create timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT user_identity_provider_check CHECK ((provider = ANY (ARRAY['wecom'::text, 'dingtalk'::text, 'oidc'::text])))
);
--> statement-breakpoint
CREATE TABLE public.website (
    enterprise_id uuid NOT NULL,
    website_title jsonb NOT NULL,
    slogan jsonb,
    description jsonb,
    footer jsonb,
    website_ico_file_id uuid,
    logo_file_id uuid,
    brand_color text NOT NULL,
    gmt_modified timestamp(3) with time zone DEFAULT now() NOT NULL,
    public_face boolean DEFAULT true NOT NULL,
    CONSTRAINT website_brand_color_check CHECK ((brand_color ~ '^#[0-9a-fA-F]{6}$'::text))
);
--> statement-breakpoint
CREATE TABLE public.zone (
    enterprise_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    code text NOT NULL,
    title jsonb NOT NULL,
    subtitle jsonb,
    relation_type integer NOT NULL,
    category_id uuid,
    sort integer DEFAULT 0 NOT NULL,
    published boolean DEFAULT true NOT NULL,
    CONSTRAINT zone_category_check CHECK (((relation_type = 5) = (category_id IS NOT NULL))),
    CONSTRAINT zone_relation_type_check CHECK (((relation_type >= 1) AND (relation_type <= 7)))
);
--> statement-breakpoint
CREATE TABLE public.zone_item (
    enterprise_id uuid NOT NULL,
    zone_id uuid NOT NULL,
    subject_id uuid NOT NULL,
    sort integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_answer
    ADD CONSTRAINT exam_answer_enterprise_id_attempt_id_question_id_pk PRIMARY KEY (enterprise_id, attempt_id, question_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_journal
    ADD CONSTRAINT exam_journal_enterprise_id_attempt_id_seq_pk PRIMARY KEY (enterprise_id, attempt_id, seq);
--> statement-breakpoint
ALTER TABLE ONLY public.study_refusal
    ADD CONSTRAINT study_refusal_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY portal.enterprise
    ADD CONSTRAINT enterprise_key_unique UNIQUE (key);
--> statement-breakpoint
ALTER TABLE ONLY portal.enterprise
    ADD CONSTRAINT enterprise_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY portal.enterprise
    ADD CONSTRAINT enterprise_registered_name_unique UNIQUE (registered_name);
--> statement-breakpoint
ALTER TABLE ONLY portal.membership
    ADD CONSTRAINT membership_user_id_enterprise_id_pk PRIMARY KEY (user_id, enterprise_id);
--> statement-breakpoint
ALTER TABLE ONLY portal.picture_code
    ADD CONSTRAINT picture_code_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY portal.rate_limit
    ADD CONSTRAINT rate_limit_pkey PRIMARY KEY (key);
--> statement-breakpoint
ALTER TABLE ONLY portal.session_handoff
    ADD CONSTRAINT session_handoff_pkey PRIMARY KEY (code_hash);
--> statement-breakpoint
ALTER TABLE ONLY portal.user_account
    ADD CONSTRAINT user_account_phone_unique UNIQUE (phone);
--> statement-breakpoint
ALTER TABLE ONLY portal.user_account
    ADD CONSTRAINT user_account_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY portal.user_session
    ADD CONSTRAINT user_session_id_unique UNIQUE (id);
--> statement-breakpoint
ALTER TABLE ONLY portal.user_session
    ADD CONSTRAINT user_session_pkey PRIMARY KEY (token_hash);
--> statement-breakpoint
ALTER TABLE ONLY portal.verification_code
    ADD CONSTRAINT verification_code_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.announcement_attachment
    ADD CONSTRAINT announcement_attachment_enterprise_id_announcement_id_file_id_p PRIMARY KEY (enterprise_id, announcement_id, file_id);
--> statement-breakpoint
ALTER TABLE ONLY public.announcement
    ADD CONSTRAINT announcement_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.announcement
    ADD CONSTRAINT announcement_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.announcement_read_mark
    ADD CONSTRAINT announcement_read_mark_enterprise_id_user_id_pk PRIMARY KEY (enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.announcement_user_record
    ADD CONSTRAINT announcement_user_record_enterprise_id_announcement_id_user_id_ PRIMARY KEY (enterprise_id, announcement_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.answer_invitation
    ADD CONSTRAINT answer_invitation_enterprise_id_question_id_user_id_pk PRIMARY KEY (enterprise_id, question_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.appeal
    ADD CONSTRAINT appeal_enterprise_id_instance_id_pk PRIMARY KEY (enterprise_id, instance_id);
--> statement-breakpoint
ALTER TABLE ONLY public.approval_step
    ADD CONSTRAINT approval_step_enterprise_id_flow_type_step_pk PRIMARY KEY (enterprise_id, flow_type, step);
--> statement-breakpoint
ALTER TABLE ONLY public.article
    ADD CONSTRAINT article_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.article
    ADD CONSTRAINT article_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.article_version
    ADD CONSTRAINT article_version_enterprise_id_article_id_version_pk PRIMARY KEY (enterprise_id, article_id, version);
--> statement-breakpoint
ALTER TABLE ONLY public.banner
    ADD CONSTRAINT banner_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.banner
    ADD CONSTRAINT banner_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.cart_item
    ADD CONSTRAINT cart_item_enterprise_id_user_id_course_id_pk PRIMARY KEY (enterprise_id, user_id, course_id);
--> statement-breakpoint
ALTER TABLE ONLY public.category
    ADD CONSTRAINT category_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.category
    ADD CONSTRAINT category_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.certificate
    ADD CONSTRAINT certificate_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.certificate
    ADD CONSTRAINT certificate_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.certificate_sequence
    ADD CONSTRAINT certificate_sequence_enterprise_id_year_pk PRIMARY KEY (enterprise_id, year);
--> statement-breakpoint
ALTER TABLE ONLY public.check_in
    ADD CONSTRAINT check_in_enterprise_id_user_id_day_pk PRIMARY KEY (enterprise_id, user_id, day);
--> statement-breakpoint
ALTER TABLE ONLY public.coaching
    ADD CONSTRAINT coaching_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.coaching
    ADD CONSTRAINT coaching_enterprise_id_plan_id_learner_id_unique UNIQUE (enterprise_id, plan_id, learner_id);
--> statement-breakpoint
ALTER TABLE ONLY public.coaching_goal
    ADD CONSTRAINT coaching_goal_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.coaching_meeting
    ADD CONSTRAINT coaching_meeting_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.coaching_plan
    ADD CONSTRAINT coaching_plan_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.coaching_plan
    ADD CONSTRAINT coaching_plan_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.community_moderator
    ADD CONSTRAINT community_moderator_enterprise_id_user_id_pk PRIMARY KEY (enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.community_setting
    ADD CONSTRAINT community_setting_pkey PRIMARY KEY (enterprise_id);
--> statement-breakpoint
ALTER TABLE ONLY public.course
    ADD CONSTRAINT course_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.course
    ADD CONSTRAINT course_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.course_order
    ADD CONSTRAINT course_order_enterprise_id_buyer_id_submit_key_unique UNIQUE (enterprise_id, buyer_id, submit_key);
--> statement-breakpoint
ALTER TABLE ONLY public.course_order
    ADD CONSTRAINT course_order_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.course_order
    ADD CONSTRAINT course_order_enterprise_id_order_no_unique UNIQUE (enterprise_id, order_no);
--> statement-breakpoint
ALTER TABLE ONLY public.course_order_item
    ADD CONSTRAINT course_order_item_enterprise_id_order_id_course_id_pk PRIMARY KEY (enterprise_id, order_id, course_id);
--> statement-breakpoint
ALTER TABLE ONLY public.course_progress
    ADD CONSTRAINT course_progress_enterprise_id_user_id_course_id_pk PRIMARY KEY (enterprise_id, user_id, course_id);
--> statement-breakpoint
ALTER TABLE ONLY public.course_registration
    ADD CONSTRAINT course_registration_enterprise_id_course_id_user_id_pk PRIMARY KEY (enterprise_id, course_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.course_resource
    ADD CONSTRAINT course_resource_enterprise_id_course_id_code_unique UNIQUE (enterprise_id, course_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.course_resource
    ADD CONSTRAINT course_resource_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.course_seat
    ADD CONSTRAINT course_seat_enterprise_id_order_id_course_id_user_id_pk PRIMARY KEY (enterprise_id, order_id, course_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.data_retention
    ADD CONSTRAINT data_retention_pkey PRIMARY KEY (enterprise_id);
--> statement-breakpoint
ALTER TABLE ONLY public.department_head
    ADD CONSTRAINT department_head_enterprise_id_department_pk PRIMARY KEY (enterprise_id, department);
--> statement-breakpoint
ALTER TABLE ONLY public.digest_preference
    ADD CONSTRAINT digest_preference_enterprise_id_user_id_pk PRIMARY KEY (enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.document
    ADD CONSTRAINT document_enterprise_id_file_id_pk PRIMARY KEY (enterprise_id, file_id);
--> statement-breakpoint
ALTER TABLE ONLY public.document_page
    ADD CONSTRAINT document_page_enterprise_id_file_id_number_pk PRIMARY KEY (enterprise_id, file_id, number);
--> statement-breakpoint
ALTER TABLE ONLY public.enterprise_info
    ADD CONSTRAINT enterprise_info_pkey PRIMARY KEY (enterprise_id);
--> statement-breakpoint
ALTER TABLE ONLY public.enterprise_user
    ADD CONSTRAINT enterprise_user_enterprise_id_user_id_pk PRIMARY KEY (enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.evaluation_assessment
    ADD CONSTRAINT evaluation_assessment_enterprise_id_evaluation_id_user_id_pk PRIMARY KEY (enterprise_id, evaluation_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.evaluation
    ADD CONSTRAINT evaluation_enterprise_id_form_id_user_id_attempt_unique UNIQUE (enterprise_id, form_id, user_id, attempt);
--> statement-breakpoint
ALTER TABLE ONLY public.evaluation
    ADD CONSTRAINT evaluation_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.evaluation_form_assessor
    ADD CONSTRAINT evaluation_form_assessor_enterprise_id_form_id_user_id_pk PRIMARY KEY (enterprise_id, form_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.evaluation_form
    ADD CONSTRAINT evaluation_form_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.evaluation_form
    ADD CONSTRAINT evaluation_form_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.evaluation_form
    ADD CONSTRAINT evaluation_form_enterprise_id_resource_id_unique UNIQUE (enterprise_id, resource_id);
--> statement-breakpoint
ALTER TABLE ONLY public.evidence_upload
    ADD CONSTRAINT evidence_upload_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_accommodation
    ADD CONSTRAINT exam_accommodation_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_action
    ADD CONSTRAINT exam_action_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_allowance
    ADD CONSTRAINT exam_allowance_enterprise_id_exam_id_user_id_pk PRIMARY KEY (enterprise_id, exam_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_attempt
    ADD CONSTRAINT exam_attempt_enterprise_id_exam_id_user_id_number_unique UNIQUE (enterprise_id, exam_id, user_id, number);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_attempt
    ADD CONSTRAINT exam_attempt_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_break
    ADD CONSTRAINT exam_break_enterprise_id_attempt_id_number_pk PRIMARY KEY (enterprise_id, attempt_id, number);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_certificate_need
    ADD CONSTRAINT exam_certificate_need_enterprise_id_exam_id_course_id_unique UNIQUE (enterprise_id, exam_id, course_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_certificate_need
    ADD CONSTRAINT exam_certificate_need_enterprise_id_exam_id_task_id_unique UNIQUE (enterprise_id, exam_id, task_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_certificate_need
    ADD CONSTRAINT exam_certificate_need_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_choice
    ADD CONSTRAINT exam_choice_enterprise_id_attempt_id_pk PRIMARY KEY (enterprise_id, attempt_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam
    ADD CONSTRAINT exam_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.exam
    ADD CONSTRAINT exam_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_invigilator
    ADD CONSTRAINT exam_invigilator_enterprise_id_exam_id_user_id_pk PRIMARY KEY (enterprise_id, exam_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_journal_head
    ADD CONSTRAINT exam_journal_head_enterprise_id_attempt_id_pk PRIMARY KEY (enterprise_id, attempt_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_late_answer
    ADD CONSTRAINT exam_late_answer_enterprise_id_attempt_id_question_id_epoch_rev UNIQUE (enterprise_id, attempt_id, question_id, epoch, revision);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_late_answer
    ADD CONSTRAINT exam_late_answer_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_marker
    ADD CONSTRAINT exam_marker_enterprise_id_exam_id_user_id_pk PRIMARY KEY (enterprise_id, exam_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_message
    ADD CONSTRAINT exam_message_enterprise_id_attempt_id_action_id_pk PRIMARY KEY (enterprise_id, attempt_id, action_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_question
    ADD CONSTRAINT exam_question_enterprise_id_exam_id_question_id_pk PRIMARY KEY (enterprise_id, exam_id, question_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_question
    ADD CONSTRAINT exam_question_enterprise_id_exam_id_sort_unique UNIQUE (enterprise_id, exam_id, sort);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_regrade_attempt
    ADD CONSTRAINT exam_regrade_attempt_enterprise_id_regrade_id_attempt_id_pk PRIMARY KEY (enterprise_id, regrade_id, attempt_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_regrade
    ADD CONSTRAINT exam_regrade_enterprise_id_exam_id_number_unique UNIQUE (enterprise_id, exam_id, number);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_regrade
    ADD CONSTRAINT exam_regrade_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_rejected_answer
    ADD CONSTRAINT exam_rejected_answer_enterprise_id_attempt_id_question_id_reaso PRIMARY KEY (enterprise_id, attempt_id, question_id, reason);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_resit
    ADD CONSTRAINT exam_resit_enterprise_id_exam_id_number_pk PRIMARY KEY (enterprise_id, exam_id, number);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_result_change
    ADD CONSTRAINT exam_result_change_enterprise_id_exam_id_id_pk PRIMARY KEY (enterprise_id, exam_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_result
    ADD CONSTRAINT exam_result_enterprise_id_attempt_id_pk PRIMARY KEY (enterprise_id, attempt_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_save_count
    ADD CONSTRAINT exam_save_count_enterprise_id_attempt_id_pk PRIMARY KEY (enterprise_id, attempt_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_section
    ADD CONSTRAINT exam_section_enterprise_id_exam_id_sort_unique UNIQUE (enterprise_id, exam_id, sort);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_section
    ADD CONSTRAINT exam_section_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_sums
    ADD CONSTRAINT exam_sums_enterprise_id_exam_id_counting_pk PRIMARY KEY (enterprise_id, exam_id, counting);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_switch_appeal
    ADD CONSTRAINT exam_switch_appeal_enterprise_id_switch_id_pk PRIMARY KEY (enterprise_id, switch_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_switch
    ADD CONSTRAINT exam_switch_enterprise_id_attempt_id_client_key_unique UNIQUE (enterprise_id, attempt_id, client_key);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_switch
    ADD CONSTRAINT exam_switch_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_target
    ADD CONSTRAINT exam_target_enterprise_id_exam_id_department_pk PRIMARY KEY (enterprise_id, exam_id, department);
--> statement-breakpoint
ALTER TABLE ONLY public.export_record
    ADD CONSTRAINT export_record_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.file
    ADD CONSTRAINT file_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.file
    ADD CONSTRAINT file_enterprise_id_sha256_visibility_file_name_unique UNIQUE (enterprise_id, sha256, visibility, file_name);
--> statement-breakpoint
ALTER TABLE ONLY public.file_rendition
    ADD CONSTRAINT file_rendition_enterprise_id_file_id_pk PRIMARY KEY (enterprise_id, file_id);
--> statement-breakpoint
ALTER TABLE ONLY public.filtered_word
    ADD CONSTRAINT filtered_word_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.filtered_word
    ADD CONSTRAINT filtered_word_enterprise_id_word_unique UNIQUE (enterprise_id, word);
--> statement-breakpoint
ALTER TABLE ONLY public.flow_instance
    ADD CONSTRAINT flow_instance_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.flow_log
    ADD CONSTRAINT flow_log_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.flow_step
    ADD CONSTRAINT flow_step_enterprise_id_instance_id_step_pk PRIMARY KEY (enterprise_id, instance_id, step);
--> statement-breakpoint
ALTER TABLE ONLY public.label
    ADD CONSTRAINT label_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.label
    ADD CONSTRAINT label_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.label_follow
    ADD CONSTRAINT label_follow_enterprise_id_label_id_user_id_pk PRIMARY KEY (enterprise_id, label_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.lecturer
    ADD CONSTRAINT lecturer_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.lecturer
    ADD CONSTRAINT lecturer_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.ledger_entry
    ADD CONSTRAINT ledger_entry_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.ledger_entry
    ADD CONSTRAINT ledger_entry_enterprise_id_user_id_source_unique UNIQUE (enterprise_id, user_id, source);
--> statement-breakpoint
ALTER TABLE ONLY public.ledger_total
    ADD CONSTRAINT ledger_total_enterprise_id_user_id_kind_hour_kind_year_pk PRIMARY KEY (enterprise_id, user_id, kind, hour_kind, year);
--> statement-breakpoint
ALTER TABLE ONLY public.live_attendance
    ADD CONSTRAINT live_attendance_enterprise_id_session_id_user_id_pk PRIMARY KEY (enterprise_id, session_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_hand
    ADD CONSTRAINT live_hand_enterprise_id_session_id_user_id_pk PRIMARY KEY (enterprise_id, session_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_message
    ADD CONSTRAINT live_message_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_poll
    ADD CONSTRAINT live_poll_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_poll_vote
    ADD CONSTRAINT live_poll_vote_enterprise_id_poll_id_user_id_pk PRIMARY KEY (enterprise_id, poll_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_segment
    ADD CONSTRAINT live_segment_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_segment
    ADD CONSTRAINT live_segment_enterprise_id_session_id_epoch_name_unique UNIQUE (enterprise_id, session_id, epoch, name);
--> statement-breakpoint
ALTER TABLE ONLY public.live_session
    ADD CONSTRAINT live_session_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_session
    ADD CONSTRAINT live_session_enterprise_id_resource_id_unique UNIQUE (enterprise_id, resource_id);
--> statement-breakpoint
ALTER TABLE ONLY public.login_attempt
    ADD CONSTRAINT login_attempt_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.login_setting
    ADD CONSTRAINT login_setting_enterprise_id_provider_pk PRIMARY KEY (enterprise_id, provider);
--> statement-breakpoint
ALTER TABLE ONLY public.marking_answer
    ADD CONSTRAINT marking_answer_enterprise_id_attempt_id_question_id_pk PRIMARY KEY (enterprise_id, attempt_id, question_id);
--> statement-breakpoint
ALTER TABLE ONLY public.marking_appeal
    ADD CONSTRAINT marking_appeal_enterprise_id_attempt_id_question_id_unique UNIQUE (enterprise_id, attempt_id, question_id);
--> statement-breakpoint
ALTER TABLE ONLY public.marking_appeal
    ADD CONSTRAINT marking_appeal_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.marking_mark
    ADD CONSTRAINT marking_mark_enterprise_id_attempt_id_question_id_round_pk PRIMARY KEY (enterprise_id, attempt_id, question_id, round);
--> statement-breakpoint
ALTER TABLE ONLY public.marking_mark
    ADD CONSTRAINT marking_mark_enterprise_id_attempt_id_question_id_user_id_uniqu UNIQUE (enterprise_id, attempt_id, question_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.marking_note
    ADD CONSTRAINT marking_note_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.marking_rubric
    ADD CONSTRAINT marking_rubric_enterprise_id_question_id_pk PRIMARY KEY (enterprise_id, question_id);
--> statement-breakpoint
ALTER TABLE ONLY public.mistake
    ADD CONSTRAINT mistake_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.mistake
    ADD CONSTRAINT mistake_source_unique UNIQUE NULLS NOT DISTINCT (enterprise_id, user_id, question_id, exam_id);
--> statement-breakpoint
ALTER TABLE ONLY public.moderation_case
    ADD CONSTRAINT moderation_case_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.moderation_decision
    ADD CONSTRAINT moderation_decision_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.moderation_report
    ADD CONSTRAINT moderation_report_enterprise_id_case_id_user_id_pk PRIMARY KEY (enterprise_id, case_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.nav_item
    ADD CONSTRAINT nav_item_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.nav_item
    ADD CONSTRAINT nav_item_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_enterprise_id_user_id_source_unique UNIQUE (enterprise_id, user_id, source);
--> statement-breakpoint
ALTER TABLE ONLY public.order_sequence
    ADD CONSTRAINT order_sequence_enterprise_id_year_pk PRIMARY KEY (enterprise_id, year);
--> statement-breakpoint
ALTER TABLE ONLY public.post_draft
    ADD CONSTRAINT post_draft_enterprise_id_author_id_id_pk PRIMARY KEY (enterprise_id, author_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.post
    ADD CONSTRAINT post_enterprise_id_author_id_draft_id_unique UNIQUE (enterprise_id, author_id, draft_id);
--> statement-breakpoint
ALTER TABLE ONLY public.post
    ADD CONSTRAINT post_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.post
    ADD CONSTRAINT post_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.post_follow
    ADD CONSTRAINT post_follow_enterprise_id_post_id_user_id_pk PRIMARY KEY (enterprise_id, post_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.post_label
    ADD CONSTRAINT post_label_enterprise_id_post_id_label_id_pk PRIMARY KEY (enterprise_id, post_id, label_id);
--> statement-breakpoint
ALTER TABLE ONLY public.post_version
    ADD CONSTRAINT post_version_enterprise_id_post_id_revision_pk PRIMARY KEY (enterprise_id, post_id, revision);
--> statement-breakpoint
ALTER TABLE ONLY public.post_vote
    ADD CONSTRAINT post_vote_enterprise_id_post_id_user_id_pk PRIMARY KEY (enterprise_id, post_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.practice_answer
    ADD CONSTRAINT practice_answer_enterprise_id_run_id_question_id_pk PRIMARY KEY (enterprise_id, run_id, question_id);
--> statement-breakpoint
ALTER TABLE ONLY public.practice_preference
    ADD CONSTRAINT practice_preference_enterprise_id_user_id_pk PRIMARY KEY (enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.practice_run
    ADD CONSTRAINT practice_run_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.project_course
    ADD CONSTRAINT project_course_enterprise_id_project_id_course_id_pk PRIMARY KEY (enterprise_id, project_id, course_id);
--> statement-breakpoint
ALTER TABLE ONLY public.project
    ADD CONSTRAINT project_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.project
    ADD CONSTRAINT project_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.project_registration
    ADD CONSTRAINT project_registration_enterprise_id_project_id_user_id_pk PRIMARY KEY (enterprise_id, project_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.question_bank_editor
    ADD CONSTRAINT question_bank_editor_enterprise_id_bank_id_user_id_pk PRIMARY KEY (enterprise_id, bank_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.question_bank
    ADD CONSTRAINT question_bank_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.question_bank
    ADD CONSTRAINT question_bank_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.question
    ADD CONSTRAINT question_enterprise_id_bank_id_code_unique UNIQUE (enterprise_id, bank_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.question
    ADD CONSTRAINT question_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.question_import
    ADD CONSTRAINT question_import_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.question_import_part
    ADD CONSTRAINT question_import_part_enterprise_id_import_id_number_pk PRIMARY KEY (enterprise_id, import_id, number);
--> statement-breakpoint
ALTER TABLE ONLY public.question_version
    ADD CONSTRAINT question_version_enterprise_id_question_id_number_pk PRIMARY KEY (enterprise_id, question_id, number);
--> statement-breakpoint
ALTER TABLE ONLY public.questionnaire
    ADD CONSTRAINT questionnaire_anonymous_key UNIQUE (enterprise_id, id, anonymous);
--> statement-breakpoint
ALTER TABLE ONLY public.questionnaire_completion
    ADD CONSTRAINT questionnaire_completion_enterprise_id_questionnaire_id_user_id PRIMARY KEY (enterprise_id, questionnaire_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.questionnaire
    ADD CONSTRAINT questionnaire_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.questionnaire
    ADD CONSTRAINT questionnaire_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.questionnaire_seen
    ADD CONSTRAINT questionnaire_seen_enterprise_id_questionnaire_id_user_id_pk PRIMARY KEY (enterprise_id, questionnaire_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.questionnaire_sheet
    ADD CONSTRAINT questionnaire_sheet_enterprise_id_questionnaire_id_id_pk PRIMARY KEY (enterprise_id, questionnaire_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.ranking_total
    ADD CONSTRAINT ranking_total_enterprise_id_user_id_kind_year_pk PRIMARY KEY (enterprise_id, user_id, kind, year);
--> statement-breakpoint
ALTER TABLE ONLY public.reaction
    ADD CONSTRAINT reaction_enterprise_id_subject_type_subject_id_user_id_pk PRIMARY KEY (enterprise_id, subject_type, subject_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.rehearsal
    ADD CONSTRAINT rehearsal_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.reminder_preference
    ADD CONSTRAINT reminder_preference_enterprise_id_user_id_pk PRIMARY KEY (enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.resource_answer
    ADD CONSTRAINT resource_answer_enterprise_id_question_id_user_id_pk PRIMARY KEY (enterprise_id, question_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.resource_caption
    ADD CONSTRAINT resource_caption_enterprise_id_resource_id_lang_pk PRIMARY KEY (enterprise_id, resource_id, lang);
--> statement-breakpoint
ALTER TABLE ONLY public.resource_progress
    ADD CONSTRAINT resource_progress_enterprise_id_user_id_resource_id_pk PRIMARY KEY (enterprise_id, user_id, resource_id);
--> statement-breakpoint
ALTER TABLE ONLY public.resource_question
    ADD CONSTRAINT resource_question_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.resource_question
    ADD CONSTRAINT resource_question_enterprise_id_resource_id_code_unique UNIQUE (enterprise_id, resource_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.rubric
    ADD CONSTRAINT rubric_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.rubric
    ADD CONSTRAINT rubric_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.search_dirty
    ADD CONSTRAINT search_dirty_enterprise_id_subject_type_subject_id_pk PRIMARY KEY (enterprise_id, subject_type, subject_id);
--> statement-breakpoint
ALTER TABLE ONLY public.search_document
    ADD CONSTRAINT search_document_enterprise_id_subject_type_subject_id_pk PRIMARY KEY (enterprise_id, subject_type, subject_id);
--> statement-breakpoint
ALTER TABLE ONLY public.study_clock
    ADD CONSTRAINT study_clock_enterprise_id_user_id_pk PRIMARY KEY (enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.study_note
    ADD CONSTRAINT study_note_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.study_task
    ADD CONSTRAINT study_task_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.study_task
    ADD CONSTRAINT study_task_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.study_task_item
    ADD CONSTRAINT study_task_item_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.study_task_item
    ADD CONSTRAINT study_task_item_subject_unique UNIQUE NULLS NOT DISTINCT (enterprise_id, task_id, course_id, exam_id, evaluation_form_id, coaching_plan_id);
--> statement-breakpoint
ALTER TABLE ONLY public.study_task_target
    ADD CONSTRAINT study_task_target_enterprise_id_task_id_department_pk PRIMARY KEY (enterprise_id, task_id, department);
--> statement-breakpoint
ALTER TABLE ONLY public.study_task_user
    ADD CONSTRAINT study_task_user_enterprise_id_task_id_user_id_pk PRIMARY KEY (enterprise_id, task_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.subject_total
    ADD CONSTRAINT subject_total_enterprise_id_subject_type_subject_id_pk PRIMARY KEY (enterprise_id, subject_type, subject_id);
--> statement-breakpoint
ALTER TABLE ONLY public.teaching_record
    ADD CONSTRAINT teaching_record_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.teaching_record
    ADD CONSTRAINT teaching_record_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.training_attendance
    ADD CONSTRAINT training_attendance_enterprise_id_session_id_user_id_pk PRIMARY KEY (enterprise_id, session_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.training_seat
    ADD CONSTRAINT training_seat_enterprise_id_session_id_user_id_pk PRIMARY KEY (enterprise_id, session_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.training_session
    ADD CONSTRAINT training_session_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.training_session
    ADD CONSTRAINT training_session_enterprise_id_resource_id_code_unique UNIQUE (enterprise_id, resource_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.user_certificate
    ADD CONSTRAINT user_certificate_enterprise_id_certificate_no_unique UNIQUE (enterprise_id, certificate_no);
--> statement-breakpoint
ALTER TABLE ONLY public.user_certificate
    ADD CONSTRAINT user_certificate_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.user_certificate
    ADD CONSTRAINT user_certificate_enterprise_id_user_id_source_unique UNIQUE (enterprise_id, user_id, source);
--> statement-breakpoint
ALTER TABLE ONLY public.user_consent
    ADD CONSTRAINT user_consent_enterprise_id_user_id_code_version_pk PRIMARY KEY (enterprise_id, user_id, code, version);
--> statement-breakpoint
ALTER TABLE ONLY public.user_identity
    ADD CONSTRAINT user_identity_enterprise_id_provider_subject_pk PRIMARY KEY (enterprise_id, provider, subject);
--> statement-breakpoint
ALTER TABLE ONLY public.website
    ADD CONSTRAINT website_pkey PRIMARY KEY (enterprise_id);
--> statement-breakpoint
ALTER TABLE ONLY public.zone
    ADD CONSTRAINT zone_enterprise_id_code_unique UNIQUE (enterprise_id, code);
--> statement-breakpoint
ALTER TABLE ONLY public.zone
    ADD CONSTRAINT zone_enterprise_id_id_pk PRIMARY KEY (enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.zone_item
    ADD CONSTRAINT zone_item_enterprise_id_zone_id_subject_id_pk PRIMARY KEY (enterprise_id, zone_id, subject_id);
--> statement-breakpoint
CREATE INDEX audit_log_enterprise_id_gmt_create_index ON ONLY public.audit_log USING btree (enterprise_id, gmt_create);
--> statement-breakpoint
CREATE INDEX study_refusal_enterprise_id_gmt_create_index ON ONLY public.study_refusal USING btree (enterprise_id, gmt_create);
--> statement-breakpoint
CREATE INDEX study_refusal_enterprise_id_user_id_gmt_create_index ON ONLY public.study_refusal USING btree (enterprise_id, user_id, gmt_create);
--> statement-breakpoint
CREATE INDEX picture_code_expires_at_index ON portal.picture_code USING btree (expires_at);
--> statement-breakpoint
CREATE INDEX rate_limit_expires_at_index ON portal.rate_limit USING btree (expires_at);
--> statement-breakpoint
CREATE INDEX session_handoff_expires_at_index ON portal.session_handoff USING btree (expires_at);
--> statement-breakpoint
CREATE UNIQUE INDEX user_account_email ON portal.user_account USING btree (email);
--> statement-breakpoint
CREATE INDEX user_session_expires_at_index ON portal.user_session USING btree (expires_at);
--> statement-breakpoint
CREATE INDEX user_session_user_id_index ON portal.user_session USING btree (user_id);
--> statement-breakpoint
CREATE INDEX verification_code_expires_at_index ON portal.verification_code USING btree (expires_at);
--> statement-breakpoint
CREATE INDEX verification_code_phone_purpose_index ON portal.verification_code USING btree (phone, purpose);
--> statement-breakpoint
CREATE INDEX announcement_published ON public.announcement USING btree (enterprise_id, published_at, id) WHERE published;
--> statement-breakpoint
CREATE INDEX announcement_user_record_enterprise_id_user_id_index ON public.announcement_user_record USING btree (enterprise_id, user_id);
--> statement-breakpoint
CREATE INDEX category_enterprise_id_parent_id_index ON public.category USING btree (enterprise_id, parent_id);
--> statement-breakpoint
CREATE INDEX coaching_enterprise_id_learner_id_index ON public.coaching USING btree (enterprise_id, learner_id);
--> statement-breakpoint
CREATE INDEX coaching_enterprise_id_mentor_id_index ON public.coaching USING btree (enterprise_id, mentor_id);
--> statement-breakpoint
CREATE INDEX coaching_goal_enterprise_id_coaching_id_index ON public.coaching_goal USING btree (enterprise_id, coaching_id);
--> statement-breakpoint
CREATE INDEX coaching_meeting_enterprise_id_coaching_id_starts_at_index ON public.coaching_meeting USING btree (enterprise_id, coaching_id, starts_at);
--> statement-breakpoint
CREATE INDEX comment_enterprise_id_subject_type_subject_id_parent_id_gmt_cre ON public.comment USING btree (enterprise_id, subject_type, subject_id, parent_id, gmt_create, id);
--> statement-breakpoint
CREATE INDEX comment_enterprise_id_user_id_index ON public.comment USING btree (enterprise_id, user_id);
--> statement-breakpoint
CREATE INDEX comment_replies ON public.comment USING btree (enterprise_id, parent_id, id) WHERE (parent_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX course_enterprise_id_status_course_type_published_at_id_index ON public.course USING btree (enterprise_id, status, course_type, published_at, id);
--> statement-breakpoint
CREATE INDEX course_order_enterprise_id_buyer_id_gmt_create_id_index ON public.course_order USING btree (enterprise_id, buyer_id, gmt_create, id);
--> statement-breakpoint
CREATE INDEX course_progress_enterprise_id_user_id_gmt_modified_index ON public.course_progress USING btree (enterprise_id, user_id, gmt_modified);
--> statement-breakpoint
CREATE INDEX course_resource_enterprise_id_course_id_sort_index ON public.course_resource USING btree (enterprise_id, course_id, sort);
--> statement-breakpoint
CREATE INDEX course_seat_enterprise_id_user_id_course_id_index ON public.course_seat USING btree (enterprise_id, user_id, course_id);
--> statement-breakpoint
CREATE INDEX department_head_enterprise_id_user_id_index ON public.department_head USING btree (enterprise_id, user_id);
--> statement-breakpoint
CREATE INDEX enterprise_user_admins ON public.enterprise_user USING btree (enterprise_id, user_id) WHERE is_admin;
--> statement-breakpoint
CREATE UNIQUE INDEX enterprise_user_employee_no ON public.enterprise_user USING btree (enterprise_id, employee_no) WHERE (employee_no IS NOT NULL);
--> statement-breakpoint
CREATE INDEX evaluation_assessment_enterprise_id_user_id_submitted_at_index ON public.evaluation_assessment USING btree (enterprise_id, user_id, submitted_at);
--> statement-breakpoint
CREATE INDEX evaluation_enterprise_id_user_id_index ON public.evaluation USING btree (enterprise_id, user_id);
--> statement-breakpoint
CREATE INDEX evidence_upload_enterprise_id_evaluation_id_index ON public.evidence_upload USING btree (enterprise_id, evaluation_id);
--> statement-breakpoint
CREATE INDEX evidence_upload_enterprise_id_user_id_index ON public.evidence_upload USING btree (enterprise_id, user_id);
--> statement-breakpoint
CREATE INDEX evidence_upload_unfinished ON public.evidence_upload USING btree (enterprise_id, expires_at) WHERE (file_id IS NULL);
--> statement-breakpoint
CREATE INDEX exam_accommodation_enterprise_id_gmt_create_id_index ON public.exam_accommodation USING btree (enterprise_id, gmt_create, id);
--> statement-breakpoint
CREATE INDEX exam_accommodation_enterprise_id_user_id_valid_from_index ON public.exam_accommodation USING btree (enterprise_id, user_id, valid_from);
--> statement-breakpoint
CREATE INDEX exam_action_enterprise_id_exam_id_at_id_index ON public.exam_action USING btree (enterprise_id, exam_id, at DESC NULLS LAST, id);
--> statement-breakpoint
CREATE INDEX exam_attempt_ended ON public.exam_attempt USING btree (enterprise_id, exam_id, submitted_at DESC NULLS LAST, id) WHERE (status <> 'open'::text);
--> statement-breakpoint
CREATE INDEX exam_attempt_enterprise_id_status_deadline_at_index ON public.exam_attempt USING btree (enterprise_id, status, deadline_at);
--> statement-breakpoint
CREATE INDEX exam_attempt_enterprise_id_user_id_started_at_index ON public.exam_attempt USING btree (enterprise_id, user_id, started_at);
--> statement-breakpoint
CREATE INDEX exam_attempt_given ON public.exam_attempt USING btree (enterprise_id, exam_id, id) WHERE (given_marks IS NOT NULL);
--> statement-breakpoint
CREATE INDEX exam_attempt_marked ON public.exam_attempt USING btree (enterprise_id, marked_at DESC NULLS LAST, submitted_at DESC NULLS LAST, id) WHERE ((short_count > 0) AND (status = 'marked'::text));
--> statement-breakpoint
CREATE UNIQUE INDEX exam_attempt_one_open ON public.exam_attempt USING btree (enterprise_id, exam_id, user_id) WHERE (status = 'open'::text);
--> statement-breakpoint
CREATE INDEX exam_attempt_open_deadline ON public.exam_attempt USING btree (deadline_at, enterprise_id) WHERE (status = 'open'::text);
--> statement-breakpoint
CREATE INDEX exam_attempt_to_mark ON public.exam_attempt USING btree (enterprise_id, status, submitted_at, id) WHERE (short_count > 0);
--> statement-breakpoint
CREATE INDEX exam_attempt_voided ON public.exam_attempt USING btree (enterprise_id, exam_id, id) WHERE (voided_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX exam_invigilator_enterprise_id_user_id_index ON public.exam_invigilator USING btree (enterprise_id, user_id);
--> statement-breakpoint
CREATE INDEX exam_journal_head_closes ON public.exam_journal_head USING btree (closes_at, enterprise_id) WHERE (closes_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX exam_message_enterprise_id_action_id_index ON public.exam_message USING btree (enterprise_id, action_id);
--> statement-breakpoint
CREATE INDEX exam_question_enterprise_id_question_id_index ON public.exam_question USING btree (enterprise_id, question_id);
--> statement-breakpoint
CREATE INDEX exam_regrade_attempt_enterprise_id_attempt_id_index ON public.exam_regrade_attempt USING btree (enterprise_id, attempt_id);
--> statement-breakpoint
CREATE UNIQUE INDEX exam_regrade_one_running ON public.exam_regrade USING btree (enterprise_id, exam_id) WHERE (done_at IS NULL);
--> statement-breakpoint
CREATE INDEX exam_result_of_person ON public.exam_result USING btree (enterprise_id, exam_id, user_id, number, score, passed, window_number, finished_at);
--> statement-breakpoint
CREATE INDEX exam_switch_appeal_waiting ON public.exam_switch_appeal USING btree (enterprise_id, at, attempt_id) WHERE (decision IS NULL);
--> statement-breakpoint
CREATE INDEX export_record_enterprise_id_user_id_gmt_create_id_index ON public.export_record USING btree (enterprise_id, user_id, gmt_create, id);
--> statement-breakpoint
CREATE INDEX flow_instance_enterprise_id_applicant_id_gmt_create_id_index ON public.flow_instance USING btree (enterprise_id, applicant_id, gmt_create, id);
--> statement-breakpoint
CREATE INDEX flow_instance_enterprise_id_decided_by_decided_at_id_index ON public.flow_instance USING btree (enterprise_id, decided_by, decided_at, id);
--> statement-breakpoint
CREATE INDEX flow_instance_enterprise_id_flow_type_subject_id_applicant_id_i ON public.flow_instance USING btree (enterprise_id, flow_type, subject_id, applicant_id);
--> statement-breakpoint
CREATE INDEX flow_instance_news ON public.flow_instance USING btree (enterprise_id, applicant_id, decided_at) WHERE ((decided_at IS NOT NULL) AND (seen_at IS NULL));
--> statement-breakpoint
CREATE UNIQUE INDEX flow_instance_one_pending ON public.flow_instance USING btree (enterprise_id, flow_type, subject_id, applicant_id) WHERE (state = 'pending'::text);
--> statement-breakpoint
CREATE INDEX flow_instance_pending ON public.flow_instance USING btree (enterprise_id, gmt_create, id) WHERE (state = 'pending'::text);
--> statement-breakpoint
CREATE INDEX flow_log_enterprise_id_instance_id_id_index ON public.flow_log USING btree (enterprise_id, instance_id, id);
--> statement-breakpoint
CREATE INDEX flow_step_enterprise_id_decided_by_instance_id_index ON public.flow_step USING btree (enterprise_id, decided_by, instance_id);
--> statement-breakpoint
CREATE INDEX label_follow_enterprise_id_user_id_index ON public.label_follow USING btree (enterprise_id, user_id);
--> statement-breakpoint
CREATE INDEX ledger_entry_enterprise_id_user_id_kind_gmt_create_id_index ON public.ledger_entry USING btree (enterprise_id, user_id, kind, gmt_create, id);
--> statement-breakpoint
CREATE INDEX live_attendance_enterprise_id_session_id_last_beat_at_index ON public.live_attendance USING btree (enterprise_id, session_id, last_beat_at);
--> statement-breakpoint
CREATE INDEX live_message_enterprise_id_session_id_at_second_id_index ON public.live_message USING btree (enterprise_id, session_id, at_second, id);
--> statement-breakpoint
CREATE INDEX live_message_enterprise_id_session_id_revision_index ON public.live_message USING btree (enterprise_id, session_id, revision);
--> statement-breakpoint
CREATE INDEX live_message_enterprise_id_session_id_user_id_gmt_create_index ON public.live_message USING btree (enterprise_id, session_id, user_id, gmt_create);
--> statement-breakpoint
CREATE INDEX live_poll_enterprise_id_session_id_id_index ON public.live_poll USING btree (enterprise_id, session_id, id);
--> statement-breakpoint
CREATE INDEX live_segment_enterprise_id_session_id_epoch_sequence_index ON public.live_segment USING btree (enterprise_id, session_id, epoch, sequence);
--> statement-breakpoint
CREATE INDEX live_session_enterprise_id_course_id_start_at_index ON public.live_session USING btree (enterprise_id, course_id, start_at);
--> statement-breakpoint
CREATE INDEX live_session_enterprise_id_start_at_id_index ON public.live_session USING btree (enterprise_id, start_at, id);
--> statement-breakpoint
CREATE INDEX login_attempt_enterprise_id_state_hash_index ON public.login_attempt USING btree (enterprise_id, state_hash);
--> statement-breakpoint
CREATE INDEX login_attempt_expires_at_index ON public.login_attempt USING btree (expires_at);
--> statement-breakpoint
CREATE INDEX marking_answer_waiting ON public.marking_answer USING btree (enterprise_id, exam_id, submitted_at, attempt_id, question_id) WHERE (score IS NULL);
--> statement-breakpoint
CREATE INDEX marking_appeal_enterprise_id_state_gmt_create_id_index ON public.marking_appeal USING btree (enterprise_id, state, gmt_create, id);
--> statement-breakpoint
CREATE INDEX marking_note_enterprise_id_question_id_id_index ON public.marking_note USING btree (enterprise_id, question_id, id);
--> statement-breakpoint
CREATE INDEX mistake_enterprise_id_question_id_index ON public.mistake USING btree (enterprise_id, question_id);
--> statement-breakpoint
CREATE UNIQUE INDEX moderation_case_open_comment ON public.moderation_case USING btree (enterprise_id, comment_id) WHERE ((state = 'open'::text) AND (comment_id IS NOT NULL));
--> statement-breakpoint
CREATE UNIQUE INDEX moderation_case_open_post ON public.moderation_case USING btree (enterprise_id, post_id) WHERE ((state = 'open'::text) AND (post_id IS NOT NULL));
--> statement-breakpoint
CREATE INDEX moderation_case_queue ON public.moderation_case USING btree (enterprise_id, state, gmt_create, id);
--> statement-breakpoint
CREATE INDEX moderation_decision_appeals ON public.moderation_decision USING btree (enterprise_id, appealed_at, id) WHERE (appeal_state = 'pending'::text);
--> statement-breakpoint
CREATE INDEX moderation_decision_enterprise_id_case_id_id_index ON public.moderation_decision USING btree (enterprise_id, case_id, id);
--> statement-breakpoint
CREATE INDEX notice_enterprise_id_user_id_gmt_create_id_index ON public.notice USING btree (enterprise_id, user_id, gmt_create, id);
--> statement-breakpoint
CREATE INDEX notice_unread ON public.notice USING btree (enterprise_id, user_id) WHERE (read_at IS NULL);
--> statement-breakpoint
CREATE INDEX post_answers ON public.post USING btree (enterprise_id, question_id, vote_count, published_at, id);
--> statement-breakpoint
CREATE INDEX post_author ON public.post USING btree (enterprise_id, author_id, published_at, id);
--> statement-breakpoint
CREATE INDEX post_draft_enterprise_id_author_id_gmt_modified_index ON public.post_draft USING btree (enterprise_id, author_id, gmt_modified);
--> statement-breakpoint
CREATE INDEX post_follow_enterprise_id_user_id_index ON public.post_follow USING btree (enterprise_id, user_id);
--> statement-breakpoint
CREATE INDEX post_helpful ON public.post USING btree (enterprise_id, vote_count, published_at, id) WHERE ((state = 'published'::text) AND (kind <> 'answer'::text));
--> statement-breakpoint
CREATE INDEX post_label_enterprise_id_label_id_published_at_post_id_index ON public.post_label USING btree (enterprise_id, label_id, published_at, post_id);
--> statement-breakpoint
CREATE INDEX post_newest ON public.post USING btree (enterprise_id, published_at, id) WHERE ((state = 'published'::text) AND (kind <> 'answer'::text));
--> statement-breakpoint
CREATE INDEX post_newest_of_kind ON public.post USING btree (enterprise_id, kind, published_at, id) WHERE ((state = 'published'::text) AND (kind <> 'answer'::text));
--> statement-breakpoint
CREATE INDEX post_subject ON public.post USING btree (enterprise_id, subject_type, subject_id, published_at, id) WHERE (subject_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX post_unanswered ON public.post USING btree (enterprise_id, published_at, id) WHERE ((state = 'published'::text) AND (kind = 'question'::text) AND (answer_count = 0));
--> statement-breakpoint
CREATE INDEX post_vote_enterprise_id_user_id_index ON public.post_vote USING btree (enterprise_id, user_id);
--> statement-breakpoint
CREATE INDEX practice_run_enterprise_id_user_id_started_at_index ON public.practice_run USING btree (enterprise_id, user_id, started_at);
--> statement-breakpoint
CREATE INDEX project_course_enterprise_id_course_id_index ON public.project_course USING btree (enterprise_id, course_id);
--> statement-breakpoint
CREATE INDEX project_enterprise_id_status_published_at_id_index ON public.project USING btree (enterprise_id, status, published_at, id);
--> statement-breakpoint
CREATE INDEX question_bank_editor_enterprise_id_user_id_index ON public.question_bank_editor USING btree (enterprise_id, user_id);
--> statement-breakpoint
CREATE INDEX question_enterprise_id_bank_id_type_index ON public.question USING btree (enterprise_id, bank_id, type);
--> statement-breakpoint
CREATE INDEX question_import_enterprise_id_user_id_index ON public.question_import USING btree (enterprise_id, user_id);
--> statement-breakpoint
CREATE INDEX question_version_enterprise_id_content_hash_index ON public.question_version USING btree (enterprise_id, content_hash);
--> statement-breakpoint
CREATE INDEX questionnaire_enterprise_id_resource_id_index ON public.questionnaire USING btree (enterprise_id, resource_id);
--> statement-breakpoint
CREATE INDEX ranking_total_place ON public.ranking_total USING btree (enterprise_id, kind, year, score DESC, user_id) WHERE (ranked AND (score > 0));
--> statement-breakpoint
CREATE INDEX reaction_enterprise_id_user_id_bookmarked_at_index ON public.reaction USING btree (enterprise_id, user_id, bookmarked_at);
--> statement-breakpoint
CREATE INDEX rehearsal_asked ON public.rehearsal USING btree (asked_at);
--> statement-breakpoint
CREATE INDEX rehearsal_enterprise_id_asked_at_id_index ON public.rehearsal USING btree (enterprise_id, asked_at DESC NULLS LAST, id);
--> statement-breakpoint
CREATE INDEX resource_answer_enterprise_id_user_id_index ON public.resource_answer USING btree (enterprise_id, user_id);
--> statement-breakpoint
CREATE INDEX resource_progress_enterprise_id_user_id_course_id_index ON public.resource_progress USING btree (enterprise_id, user_id, course_id);
--> statement-breakpoint
CREATE INDEX search_document_terms ON public.search_document USING gin (terms) WITH (fastupdate=off);
--> statement-breakpoint
CREATE INDEX study_note_enterprise_id_user_id_gmt_create_id_index ON public.study_note USING btree (enterprise_id, user_id, gmt_create, id);
--> statement-breakpoint
CREATE INDEX study_task_item_enterprise_id_coaching_plan_id_index ON public.study_task_item USING btree (enterprise_id, coaching_plan_id);
--> statement-breakpoint
CREATE INDEX study_task_item_enterprise_id_course_id_index ON public.study_task_item USING btree (enterprise_id, course_id);
--> statement-breakpoint
CREATE INDEX study_task_item_enterprise_id_evaluation_form_id_index ON public.study_task_item USING btree (enterprise_id, evaluation_form_id);
--> statement-breakpoint
CREATE INDEX study_task_item_enterprise_id_exam_id_index ON public.study_task_item USING btree (enterprise_id, exam_id);
--> statement-breakpoint
CREATE INDEX study_task_user_enterprise_id_user_id_index ON public.study_task_user USING btree (enterprise_id, user_id);
--> statement-breakpoint
CREATE INDEX teaching_record_enterprise_id_lecturer_id_taught_at_id_index ON public.teaching_record USING btree (enterprise_id, lecturer_id, taught_at, id);
--> statement-breakpoint
CREATE INDEX training_attendance_enterprise_id_user_id_index ON public.training_attendance USING btree (enterprise_id, user_id);
--> statement-breakpoint
CREATE INDEX training_seat_enterprise_id_user_id_index ON public.training_seat USING btree (enterprise_id, user_id);
--> statement-breakpoint
CREATE INDEX training_session_enterprise_id_start_at_id_index ON public.training_session USING btree (enterprise_id, start_at, id);
--> statement-breakpoint
CREATE INDEX user_certificate_newest ON public.user_certificate USING btree (enterprise_id, issued_at, id);
--> statement-breakpoint
CREATE INDEX user_identity_enterprise_id_user_id_provider_index ON public.user_identity USING btree (enterprise_id, user_id, provider);
--> statement-breakpoint
ALTER TABLE ONLY portal.membership
    ADD CONSTRAINT membership_enterprise_id_enterprise_id_fk FOREIGN KEY (enterprise_id) REFERENCES portal.enterprise(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY portal.membership
    ADD CONSTRAINT membership_user_id_user_account_id_fk FOREIGN KEY (user_id) REFERENCES portal.user_account(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY portal.session_handoff
    ADD CONSTRAINT session_handoff_enterprise_id_enterprise_id_fk FOREIGN KEY (enterprise_id) REFERENCES portal.enterprise(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY portal.session_handoff
    ADD CONSTRAINT session_handoff_user_id_user_account_id_fk FOREIGN KEY (user_id) REFERENCES portal.user_account(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY portal.user_session
    ADD CONSTRAINT user_session_enterprise_id_enterprise_id_fk FOREIGN KEY (enterprise_id) REFERENCES portal.enterprise(id);
--> statement-breakpoint
ALTER TABLE ONLY portal.user_session
    ADD CONSTRAINT user_session_user_id_user_account_id_fk FOREIGN KEY (user_id) REFERENCES portal.user_account(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.announcement_attachment
    ADD CONSTRAINT announcement_attachment_enterprise_id_announcement_id_announcem FOREIGN KEY (enterprise_id, announcement_id) REFERENCES public.announcement(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.announcement_attachment
    ADD CONSTRAINT announcement_attachment_enterprise_id_file_id_file_enterprise_i FOREIGN KEY (enterprise_id, file_id) REFERENCES public.file(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.announcement_read_mark
    ADD CONSTRAINT announcement_read_mark_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.announcement_user_record
    ADD CONSTRAINT announcement_user_record_enterprise_id_announcement_id_announce FOREIGN KEY (enterprise_id, announcement_id) REFERENCES public.announcement(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.announcement_user_record
    ADD CONSTRAINT announcement_user_record_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.answer_invitation
    ADD CONSTRAINT answer_invitation_invited_by_member_fk FOREIGN KEY (enterprise_id, invited_by) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.answer_invitation
    ADD CONSTRAINT answer_invitation_question_fk FOREIGN KEY (enterprise_id, question_id) REFERENCES public.post(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.answer_invitation
    ADD CONSTRAINT answer_invitation_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.appeal
    ADD CONSTRAINT appeal_enterprise_id_course_id_course_enterprise_id_id_fk FOREIGN KEY (enterprise_id, course_id) REFERENCES public.course(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.appeal
    ADD CONSTRAINT appeal_enterprise_id_instance_id_flow_instance_enterprise_id_id FOREIGN KEY (enterprise_id, instance_id) REFERENCES public.flow_instance(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.appeal
    ADD CONSTRAINT appeal_reversed_by_member_fk FOREIGN KEY (enterprise_id, reversed_by) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.approval_step
    ADD CONSTRAINT approval_step_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.article_version
    ADD CONSTRAINT article_version_enterprise_id_article_id_article_enterprise_id_ FOREIGN KEY (enterprise_id, article_id) REFERENCES public.article(enterprise_id, id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.cart_item
    ADD CONSTRAINT cart_item_enterprise_id_course_id_course_enterprise_id_id_fk FOREIGN KEY (enterprise_id, course_id) REFERENCES public.course(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.cart_item
    ADD CONSTRAINT cart_item_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.category
    ADD CONSTRAINT category_enterprise_id_parent_id_category_enterprise_id_id_fk FOREIGN KEY (enterprise_id, parent_id) REFERENCES public.category(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.check_in
    ADD CONSTRAINT check_in_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.coaching
    ADD CONSTRAINT coaching_enterprise_id_plan_id_coaching_plan_enterprise_id_id_f FOREIGN KEY (enterprise_id, plan_id) REFERENCES public.coaching_plan(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.coaching_goal
    ADD CONSTRAINT coaching_goal_enterprise_id_coaching_id_coaching_enterprise_id_ FOREIGN KEY (enterprise_id, coaching_id) REFERENCES public.coaching(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.coaching
    ADD CONSTRAINT coaching_learner_id_member_fk FOREIGN KEY (enterprise_id, learner_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.coaching_meeting
    ADD CONSTRAINT coaching_meeting_enterprise_id_coaching_id_coaching_enterprise_ FOREIGN KEY (enterprise_id, coaching_id) REFERENCES public.coaching(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.coaching_meeting
    ADD CONSTRAINT coaching_meeting_proposed_by_member_fk FOREIGN KEY (enterprise_id, proposed_by) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.coaching
    ADD CONSTRAINT coaching_mentor_id_member_fk FOREIGN KEY (enterprise_id, mentor_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_deleted_by_member_fk FOREIGN KEY (enterprise_id, deleted_by) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_enterprise_id_parent_id_comment_enterprise_id_id_fk FOREIGN KEY (enterprise_id, parent_id) REFERENCES public.comment(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_reply_to_user_id_member_fk FOREIGN KEY (enterprise_id, reply_to_user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.community_moderator
    ADD CONSTRAINT community_moderator_appointed_by_member_fk FOREIGN KEY (enterprise_id, appointed_by) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.community_moderator
    ADD CONSTRAINT community_moderator_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.course
    ADD CONSTRAINT course_enterprise_id_category_id_category_enterprise_id_id_fk FOREIGN KEY (enterprise_id, category_id) REFERENCES public.category(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.course
    ADD CONSTRAINT course_enterprise_id_lecturer_id_lecturer_enterprise_id_id_fk FOREIGN KEY (enterprise_id, lecturer_id) REFERENCES public.lecturer(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.course_order
    ADD CONSTRAINT course_order_buyer_id_member_fk FOREIGN KEY (enterprise_id, buyer_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.course_order_item
    ADD CONSTRAINT course_order_item_enterprise_id_course_id_course_enterprise_id_ FOREIGN KEY (enterprise_id, course_id) REFERENCES public.course(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.course_order_item
    ADD CONSTRAINT course_order_item_enterprise_id_order_id_course_order_enterpris FOREIGN KEY (enterprise_id, order_id) REFERENCES public.course_order(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.course_progress
    ADD CONSTRAINT course_progress_enterprise_id_course_id_course_enterprise_id_id FOREIGN KEY (enterprise_id, course_id) REFERENCES public.course(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.course_progress
    ADD CONSTRAINT course_progress_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.course_registration
    ADD CONSTRAINT course_registration_enterprise_id_course_id_course_enterprise_i FOREIGN KEY (enterprise_id, course_id) REFERENCES public.course(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.course_registration
    ADD CONSTRAINT course_registration_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.course_resource
    ADD CONSTRAINT course_resource_enterprise_id_course_id_course_enterprise_id_id FOREIGN KEY (enterprise_id, course_id) REFERENCES public.course(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.course_resource
    ADD CONSTRAINT course_resource_enterprise_id_file_id_file_enterprise_id_id_fk FOREIGN KEY (enterprise_id, file_id) REFERENCES public.file(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.course_resource
    ADD CONSTRAINT course_resource_enterprise_id_parent_id_course_resource_enterpr FOREIGN KEY (enterprise_id, parent_id) REFERENCES public.course_resource(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.course_seat
    ADD CONSTRAINT course_seat_enterprise_id_order_id_course_id_course_order_item_ FOREIGN KEY (enterprise_id, order_id, course_id) REFERENCES public.course_order_item(enterprise_id, order_id, course_id);
--> statement-breakpoint
ALTER TABLE ONLY public.course_seat
    ADD CONSTRAINT course_seat_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.department_head
    ADD CONSTRAINT department_head_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.digest_preference
    ADD CONSTRAINT digest_preference_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.document
    ADD CONSTRAINT document_enterprise_id_file_id_file_enterprise_id_id_fk FOREIGN KEY (enterprise_id, file_id) REFERENCES public.file(enterprise_id, id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.document_page
    ADD CONSTRAINT document_page_enterprise_id_file_id_document_enterprise_id_file FOREIGN KEY (enterprise_id, file_id) REFERENCES public.document(enterprise_id, file_id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.enterprise_info
    ADD CONSTRAINT enterprise_info_registered_by_member_fk FOREIGN KEY (enterprise_id, registered_by) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.enterprise_user
    ADD CONSTRAINT enterprise_user_account_fk FOREIGN KEY (user_id) REFERENCES portal.user_account(id);
--> statement-breakpoint
ALTER TABLE ONLY public.evaluation_assessment
    ADD CONSTRAINT evaluation_assessment_enterprise_id_evaluation_id_evaluation_en FOREIGN KEY (enterprise_id, evaluation_id) REFERENCES public.evaluation(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.evaluation_assessment
    ADD CONSTRAINT evaluation_assessment_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.evaluation
    ADD CONSTRAINT evaluation_enterprise_id_form_id_evaluation_form_enterprise_id_ FOREIGN KEY (enterprise_id, form_id) REFERENCES public.evaluation_form(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.evaluation_form_assessor
    ADD CONSTRAINT evaluation_form_assessor_enterprise_id_form_id_evaluation_form_ FOREIGN KEY (enterprise_id, form_id) REFERENCES public.evaluation_form(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.evaluation_form_assessor
    ADD CONSTRAINT evaluation_form_assessor_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.evaluation_form
    ADD CONSTRAINT evaluation_form_enterprise_id_resource_id_course_resource_enter FOREIGN KEY (enterprise_id, resource_id) REFERENCES public.course_resource(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.evaluation_form
    ADD CONSTRAINT evaluation_form_enterprise_id_rubric_id_rubric_enterprise_id_id FOREIGN KEY (enterprise_id, rubric_id) REFERENCES public.rubric(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.evaluation
    ADD CONSTRAINT evaluation_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.evidence_upload
    ADD CONSTRAINT evidence_upload_enterprise_id_evaluation_id_evaluation_enterpri FOREIGN KEY (enterprise_id, evaluation_id) REFERENCES public.evaluation(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.evidence_upload
    ADD CONSTRAINT evidence_upload_enterprise_id_file_id_file_enterprise_id_id_fk FOREIGN KEY (enterprise_id, file_id) REFERENCES public.file(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.evidence_upload
    ADD CONSTRAINT evidence_upload_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_accommodation
    ADD CONSTRAINT exam_accommodation_created_by_member_fk FOREIGN KEY (enterprise_id, created_by) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_accommodation
    ADD CONSTRAINT exam_accommodation_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_action
    ADD CONSTRAINT exam_action_acted_by_member_fk FOREIGN KEY (enterprise_id, acted_by) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_action
    ADD CONSTRAINT exam_action_enterprise_id_exam_id_exam_enterprise_id_id_fk FOREIGN KEY (enterprise_id, exam_id) REFERENCES public.exam(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_action
    ADD CONSTRAINT exam_action_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_allowance
    ADD CONSTRAINT exam_allowance_enterprise_id_exam_id_exam_enterprise_id_id_fk FOREIGN KEY (enterprise_id, exam_id) REFERENCES public.exam(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_allowance
    ADD CONSTRAINT exam_allowance_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE public.exam_answer
    ADD CONSTRAINT exam_answer_enterprise_id_attempt_id_exam_attempt_enterprise_id FOREIGN KEY (enterprise_id, attempt_id) REFERENCES public.exam_attempt(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_attempt
    ADD CONSTRAINT exam_attempt_enterprise_id_exam_id_exam_enterprise_id_id_fk FOREIGN KEY (enterprise_id, exam_id) REFERENCES public.exam(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_attempt
    ADD CONSTRAINT exam_attempt_marked_by_member_fk FOREIGN KEY (enterprise_id, marked_by) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_attempt
    ADD CONSTRAINT exam_attempt_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_break
    ADD CONSTRAINT exam_break_enterprise_id_attempt_id_exam_attempt_enterprise_id_ FOREIGN KEY (enterprise_id, attempt_id) REFERENCES public.exam_attempt(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_certificate_need
    ADD CONSTRAINT exam_certificate_need_enterprise_id_course_id_course_enterprise FOREIGN KEY (enterprise_id, course_id) REFERENCES public.course(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_certificate_need
    ADD CONSTRAINT exam_certificate_need_enterprise_id_exam_id_exam_enterprise_id_ FOREIGN KEY (enterprise_id, exam_id) REFERENCES public.exam(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_certificate_need
    ADD CONSTRAINT exam_certificate_need_enterprise_id_task_id_study_task_enterpri FOREIGN KEY (enterprise_id, task_id) REFERENCES public.study_task(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_choice
    ADD CONSTRAINT exam_choice_enterprise_id_attempt_id_exam_attempt_enterprise_id FOREIGN KEY (enterprise_id, attempt_id) REFERENCES public.exam_attempt(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam
    ADD CONSTRAINT exam_enterprise_id_certificate_id_certificate_enterprise_id_id_ FOREIGN KEY (enterprise_id, certificate_id) REFERENCES public.certificate(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam
    ADD CONSTRAINT exam_enterprise_id_course_id_course_enterprise_id_id_fk FOREIGN KEY (enterprise_id, course_id) REFERENCES public.course(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_invigilator
    ADD CONSTRAINT exam_invigilator_enterprise_id_exam_id_exam_enterprise_id_id_fk FOREIGN KEY (enterprise_id, exam_id) REFERENCES public.exam(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_invigilator
    ADD CONSTRAINT exam_invigilator_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE public.exam_journal
    ADD CONSTRAINT exam_journal_enterprise_id_attempt_id_exam_attempt_enterprise_i FOREIGN KEY (enterprise_id, attempt_id) REFERENCES public.exam_attempt(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_journal_head
    ADD CONSTRAINT exam_journal_head_enterprise_id_attempt_id_exam_attempt_enterpr FOREIGN KEY (enterprise_id, attempt_id) REFERENCES public.exam_attempt(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_late_answer
    ADD CONSTRAINT exam_late_answer_enterprise_id_attempt_id_exam_attempt_enterpri FOREIGN KEY (enterprise_id, attempt_id) REFERENCES public.exam_attempt(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_marker
    ADD CONSTRAINT exam_marker_enterprise_id_exam_id_exam_enterprise_id_id_fk FOREIGN KEY (enterprise_id, exam_id) REFERENCES public.exam(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_marker
    ADD CONSTRAINT exam_marker_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_message
    ADD CONSTRAINT exam_message_enterprise_id_action_id_exam_action_enterprise_id_ FOREIGN KEY (enterprise_id, action_id) REFERENCES public.exam_action(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_message
    ADD CONSTRAINT exam_message_enterprise_id_attempt_id_exam_attempt_enterprise_i FOREIGN KEY (enterprise_id, attempt_id) REFERENCES public.exam_attempt(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_question
    ADD CONSTRAINT exam_question_enterprise_id_exam_id_exam_enterprise_id_id_fk FOREIGN KEY (enterprise_id, exam_id) REFERENCES public.exam(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_question
    ADD CONSTRAINT exam_question_enterprise_id_question_id_question_enterprise_id_ FOREIGN KEY (enterprise_id, question_id) REFERENCES public.question(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_regrade_attempt
    ADD CONSTRAINT exam_regrade_attempt_enterprise_id_attempt_id_exam_attempt_ente FOREIGN KEY (enterprise_id, attempt_id) REFERENCES public.exam_attempt(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_regrade_attempt
    ADD CONSTRAINT exam_regrade_attempt_enterprise_id_regrade_id_exam_regrade_ente FOREIGN KEY (enterprise_id, regrade_id) REFERENCES public.exam_regrade(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_regrade
    ADD CONSTRAINT exam_regrade_created_by_member_fk FOREIGN KEY (enterprise_id, created_by) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_regrade
    ADD CONSTRAINT exam_regrade_enterprise_id_exam_id_exam_enterprise_id_id_fk FOREIGN KEY (enterprise_id, exam_id) REFERENCES public.exam(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_regrade
    ADD CONSTRAINT exam_regrade_enterprise_id_question_id_question_enterprise_id_i FOREIGN KEY (enterprise_id, question_id) REFERENCES public.question(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_rejected_answer
    ADD CONSTRAINT exam_rejected_answer_enterprise_id_attempt_id_exam_attempt_ente FOREIGN KEY (enterprise_id, attempt_id) REFERENCES public.exam_attempt(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_resit
    ADD CONSTRAINT exam_resit_enterprise_id_exam_id_exam_enterprise_id_id_fk FOREIGN KEY (enterprise_id, exam_id) REFERENCES public.exam(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_result
    ADD CONSTRAINT exam_result_enterprise_id_attempt_id_exam_attempt_enterprise_id FOREIGN KEY (enterprise_id, attempt_id) REFERENCES public.exam_attempt(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_result
    ADD CONSTRAINT exam_result_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_save_count
    ADD CONSTRAINT exam_save_count_enterprise_id_attempt_id_exam_attempt_enterpris FOREIGN KEY (enterprise_id, attempt_id) REFERENCES public.exam_attempt(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_section
    ADD CONSTRAINT exam_section_enterprise_id_bank_id_question_bank_enterprise_id_ FOREIGN KEY (enterprise_id, bank_id) REFERENCES public.question_bank(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_section
    ADD CONSTRAINT exam_section_enterprise_id_exam_id_exam_enterprise_id_id_fk FOREIGN KEY (enterprise_id, exam_id) REFERENCES public.exam(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_sums
    ADD CONSTRAINT exam_sums_enterprise_id_exam_id_exam_enterprise_id_id_fk FOREIGN KEY (enterprise_id, exam_id) REFERENCES public.exam(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_switch_appeal
    ADD CONSTRAINT exam_switch_appeal_decided_by_member_fk FOREIGN KEY (enterprise_id, decided_by) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_switch_appeal
    ADD CONSTRAINT exam_switch_appeal_enterprise_id_attempt_id_exam_attempt_enterp FOREIGN KEY (enterprise_id, attempt_id) REFERENCES public.exam_attempt(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_switch_appeal
    ADD CONSTRAINT exam_switch_appeal_enterprise_id_switch_id_exam_switch_enterpri FOREIGN KEY (enterprise_id, switch_id) REFERENCES public.exam_switch(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_switch
    ADD CONSTRAINT exam_switch_enterprise_id_attempt_id_exam_attempt_enterprise_id FOREIGN KEY (enterprise_id, attempt_id) REFERENCES public.exam_attempt(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exam_target
    ADD CONSTRAINT exam_target_enterprise_id_exam_id_exam_enterprise_id_id_fk FOREIGN KEY (enterprise_id, exam_id) REFERENCES public.exam(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.export_record
    ADD CONSTRAINT export_record_enterprise_id_file_id_file_enterprise_id_id_fk FOREIGN KEY (enterprise_id, file_id) REFERENCES public.file(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.export_record
    ADD CONSTRAINT export_record_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.file_rendition
    ADD CONSTRAINT file_rendition_enterprise_id_file_id_file_enterprise_id_id_fk FOREIGN KEY (enterprise_id, file_id) REFERENCES public.file(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.flow_instance
    ADD CONSTRAINT flow_instance_applicant_id_member_fk FOREIGN KEY (enterprise_id, applicant_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.flow_instance
    ADD CONSTRAINT flow_instance_approver_id_member_fk FOREIGN KEY (enterprise_id, approver_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.flow_instance
    ADD CONSTRAINT flow_instance_concerns_id_member_fk FOREIGN KEY (enterprise_id, concerns_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.flow_instance
    ADD CONSTRAINT flow_instance_decided_by_member_fk FOREIGN KEY (enterprise_id, decided_by) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.flow_log
    ADD CONSTRAINT flow_log_enterprise_id_instance_id_flow_instance_enterprise_id_ FOREIGN KEY (enterprise_id, instance_id) REFERENCES public.flow_instance(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.flow_log
    ADD CONSTRAINT flow_log_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.flow_step
    ADD CONSTRAINT flow_step_approver_id_member_fk FOREIGN KEY (enterprise_id, approver_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.flow_step
    ADD CONSTRAINT flow_step_decided_by_member_fk FOREIGN KEY (enterprise_id, decided_by) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.flow_step
    ADD CONSTRAINT flow_step_enterprise_id_instance_id_flow_instance_enterprise_id FOREIGN KEY (enterprise_id, instance_id) REFERENCES public.flow_instance(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.label_follow
    ADD CONSTRAINT label_follow_enterprise_id_label_id_label_enterprise_id_id_fk FOREIGN KEY (enterprise_id, label_id) REFERENCES public.label(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.label_follow
    ADD CONSTRAINT label_follow_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.lecturer
    ADD CONSTRAINT lecturer_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.ledger_entry
    ADD CONSTRAINT ledger_entry_enterprise_id_reversal_of_ledger_entry_enterprise_ FOREIGN KEY (enterprise_id, reversal_of) REFERENCES public.ledger_entry(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.ledger_entry
    ADD CONSTRAINT ledger_entry_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.ledger_total
    ADD CONSTRAINT ledger_total_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_attendance
    ADD CONSTRAINT live_attendance_enterprise_id_session_id_live_session_enterpris FOREIGN KEY (enterprise_id, session_id) REFERENCES public.live_session(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_attendance
    ADD CONSTRAINT live_attendance_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_hand
    ADD CONSTRAINT live_hand_enterprise_id_session_id_live_session_enterprise_id_i FOREIGN KEY (enterprise_id, session_id) REFERENCES public.live_session(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_hand
    ADD CONSTRAINT live_hand_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_message
    ADD CONSTRAINT live_message_enterprise_id_session_id_live_session_enterprise_i FOREIGN KEY (enterprise_id, session_id) REFERENCES public.live_session(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_message
    ADD CONSTRAINT live_message_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_poll
    ADD CONSTRAINT live_poll_enterprise_id_session_id_live_session_enterprise_id_i FOREIGN KEY (enterprise_id, session_id) REFERENCES public.live_session(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_poll_vote
    ADD CONSTRAINT live_poll_vote_enterprise_id_poll_id_live_poll_enterprise_id_id FOREIGN KEY (enterprise_id, poll_id) REFERENCES public.live_poll(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_poll_vote
    ADD CONSTRAINT live_poll_vote_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_segment
    ADD CONSTRAINT live_segment_enterprise_id_file_id_file_enterprise_id_id_fk FOREIGN KEY (enterprise_id, file_id) REFERENCES public.file(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_segment
    ADD CONSTRAINT live_segment_enterprise_id_session_id_live_session_enterprise_i FOREIGN KEY (enterprise_id, session_id) REFERENCES public.live_session(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_session
    ADD CONSTRAINT live_session_enterprise_id_course_id_course_enterprise_id_id_fk FOREIGN KEY (enterprise_id, course_id) REFERENCES public.course(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_session
    ADD CONSTRAINT live_session_enterprise_id_recording_file_id_file_enterprise_id FOREIGN KEY (enterprise_id, recording_file_id) REFERENCES public.file(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.live_session
    ADD CONSTRAINT live_session_enterprise_id_resource_id_course_resource_enterpri FOREIGN KEY (enterprise_id, resource_id) REFERENCES public.course_resource(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.login_attempt
    ADD CONSTRAINT login_attempt_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.marking_answer
    ADD CONSTRAINT marking_answer_enterprise_id_attempt_id_exam_attempt_enterprise FOREIGN KEY (enterprise_id, attempt_id) REFERENCES public.exam_attempt(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.marking_answer
    ADD CONSTRAINT marking_answer_enterprise_id_exam_id_exam_enterprise_id_id_fk FOREIGN KEY (enterprise_id, exam_id) REFERENCES public.exam(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.marking_answer
    ADD CONSTRAINT marking_answer_held_by_member_fk FOREIGN KEY (enterprise_id, held_by) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.marking_appeal
    ADD CONSTRAINT marking_appeal_answered_by_member_fk FOREIGN KEY (enterprise_id, answered_by) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.marking_appeal
    ADD CONSTRAINT marking_appeal_enterprise_id_attempt_id_exam_attempt_enterprise FOREIGN KEY (enterprise_id, attempt_id) REFERENCES public.exam_attempt(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.marking_appeal
    ADD CONSTRAINT marking_appeal_enterprise_id_exam_id_exam_enterprise_id_id_fk FOREIGN KEY (enterprise_id, exam_id) REFERENCES public.exam(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.marking_mark
    ADD CONSTRAINT marking_mark_enterprise_id_attempt_id_question_id_marking_answe FOREIGN KEY (enterprise_id, attempt_id, question_id) REFERENCES public.marking_answer(enterprise_id, attempt_id, question_id);
--> statement-breakpoint
ALTER TABLE ONLY public.marking_mark
    ADD CONSTRAINT marking_mark_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.marking_note
    ADD CONSTRAINT marking_note_enterprise_id_question_id_question_enterprise_id_i FOREIGN KEY (enterprise_id, question_id) REFERENCES public.question(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.marking_note
    ADD CONSTRAINT marking_note_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.marking_rubric
    ADD CONSTRAINT marking_rubric_enterprise_id_question_id_question_enterprise_id FOREIGN KEY (enterprise_id, question_id) REFERENCES public.question(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.mistake
    ADD CONSTRAINT mistake_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_ FOREIGN KEY (enterprise_id, attempt_id) REFERENCES public.exam_attempt(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.mistake
    ADD CONSTRAINT mistake_enterprise_id_exam_id_exam_enterprise_id_id_fk FOREIGN KEY (enterprise_id, exam_id) REFERENCES public.exam(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.mistake
    ADD CONSTRAINT mistake_enterprise_id_question_id_question_enterprise_id_id_fk FOREIGN KEY (enterprise_id, question_id) REFERENCES public.question(enterprise_id, id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.mistake
    ADD CONSTRAINT mistake_enterprise_id_run_id_practice_run_enterprise_id_id_fk FOREIGN KEY (enterprise_id, run_id) REFERENCES public.practice_run(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.mistake
    ADD CONSTRAINT mistake_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.moderation_case
    ADD CONSTRAINT moderation_case_comment_fk FOREIGN KEY (enterprise_id, comment_id) REFERENCES public.comment(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.moderation_case
    ADD CONSTRAINT moderation_case_post_fk FOREIGN KEY (enterprise_id, post_id) REFERENCES public.post(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.moderation_decision
    ADD CONSTRAINT moderation_decision_appeal_decided_by_member_fk FOREIGN KEY (enterprise_id, appeal_decided_by) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.moderation_decision
    ADD CONSTRAINT moderation_decision_decided_by_member_fk FOREIGN KEY (enterprise_id, decided_by) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.moderation_decision
    ADD CONSTRAINT moderation_decision_enterprise_id_case_id_moderation_case_enter FOREIGN KEY (enterprise_id, case_id) REFERENCES public.moderation_case(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.moderation_report
    ADD CONSTRAINT moderation_report_enterprise_id_case_id_moderation_case_enterpr FOREIGN KEY (enterprise_id, case_id) REFERENCES public.moderation_case(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.moderation_report
    ADD CONSTRAINT moderation_report_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.post
    ADD CONSTRAINT post_accepted_answer_fk FOREIGN KEY (enterprise_id, accepted_answer_id) REFERENCES public.post(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.post
    ADD CONSTRAINT post_author_id_member_fk FOREIGN KEY (enterprise_id, author_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.post_draft
    ADD CONSTRAINT post_draft_author_id_member_fk FOREIGN KEY (enterprise_id, author_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.post_draft
    ADD CONSTRAINT post_draft_enterprise_id_cover_file_id_file_enterprise_id_id_fk FOREIGN KEY (enterprise_id, cover_file_id) REFERENCES public.file(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.post_draft
    ADD CONSTRAINT post_draft_post_fk FOREIGN KEY (enterprise_id, post_id) REFERENCES public.post(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.post_draft
    ADD CONSTRAINT post_draft_question_fk FOREIGN KEY (enterprise_id, question_id) REFERENCES public.post(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.post
    ADD CONSTRAINT post_duplicate_of_fk FOREIGN KEY (enterprise_id, duplicate_of) REFERENCES public.post(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.post
    ADD CONSTRAINT post_enterprise_id_cover_file_id_file_enterprise_id_id_fk FOREIGN KEY (enterprise_id, cover_file_id) REFERENCES public.file(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.post_follow
    ADD CONSTRAINT post_follow_post_fk FOREIGN KEY (enterprise_id, post_id) REFERENCES public.post(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.post_follow
    ADD CONSTRAINT post_follow_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.post_label
    ADD CONSTRAINT post_label_enterprise_id_label_id_label_enterprise_id_id_fk FOREIGN KEY (enterprise_id, label_id) REFERENCES public.label(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.post_label
    ADD CONSTRAINT post_label_post_fk FOREIGN KEY (enterprise_id, post_id) REFERENCES public.post(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.post
    ADD CONSTRAINT post_question_fk FOREIGN KEY (enterprise_id, question_id) REFERENCES public.post(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.post_version
    ADD CONSTRAINT post_version_editor_id_member_fk FOREIGN KEY (enterprise_id, editor_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.post_version
    ADD CONSTRAINT post_version_post_fk FOREIGN KEY (enterprise_id, post_id) REFERENCES public.post(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.post_vote
    ADD CONSTRAINT post_vote_post_fk FOREIGN KEY (enterprise_id, post_id) REFERENCES public.post(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.post_vote
    ADD CONSTRAINT post_vote_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.practice_answer
    ADD CONSTRAINT practice_answer_enterprise_id_run_id_practice_run_enterprise_id FOREIGN KEY (enterprise_id, run_id) REFERENCES public.practice_run(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.practice_preference
    ADD CONSTRAINT practice_preference_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.practice_run
    ADD CONSTRAINT practice_run_enterprise_id_bank_id_question_bank_enterprise_id_ FOREIGN KEY (enterprise_id, bank_id) REFERENCES public.question_bank(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.practice_run
    ADD CONSTRAINT practice_run_enterprise_id_exam_id_exam_enterprise_id_id_fk FOREIGN KEY (enterprise_id, exam_id) REFERENCES public.exam(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.practice_run
    ADD CONSTRAINT practice_run_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.project_course
    ADD CONSTRAINT project_course_enterprise_id_course_id_course_enterprise_id_id_ FOREIGN KEY (enterprise_id, course_id) REFERENCES public.course(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.project_course
    ADD CONSTRAINT project_course_enterprise_id_project_id_project_enterprise_id_i FOREIGN KEY (enterprise_id, project_id) REFERENCES public.project(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.project
    ADD CONSTRAINT project_enterprise_id_category_id_category_enterprise_id_id_fk FOREIGN KEY (enterprise_id, category_id) REFERENCES public.category(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.project_registration
    ADD CONSTRAINT project_registration_enterprise_id_project_id_project_enterpris FOREIGN KEY (enterprise_id, project_id) REFERENCES public.project(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.project_registration
    ADD CONSTRAINT project_registration_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.question_bank_editor
    ADD CONSTRAINT question_bank_editor_enterprise_id_bank_id_question_bank_enterp FOREIGN KEY (enterprise_id, bank_id) REFERENCES public.question_bank(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.question_bank_editor
    ADD CONSTRAINT question_bank_editor_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.question
    ADD CONSTRAINT question_enterprise_id_bank_id_question_bank_enterprise_id_id_f FOREIGN KEY (enterprise_id, bank_id) REFERENCES public.question_bank(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.question_import
    ADD CONSTRAINT question_import_enterprise_id_bank_id_question_bank_enterprise_ FOREIGN KEY (enterprise_id, bank_id) REFERENCES public.question_bank(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.question_import_part
    ADD CONSTRAINT question_import_part_enterprise_id_import_id_question_import_en FOREIGN KEY (enterprise_id, import_id) REFERENCES public.question_import(enterprise_id, id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.question_import
    ADD CONSTRAINT question_import_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.question_version
    ADD CONSTRAINT question_version_author_id_member_fk FOREIGN KEY (enterprise_id, author_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.question_version
    ADD CONSTRAINT question_version_enterprise_id_question_id_question_enterprise_ FOREIGN KEY (enterprise_id, question_id) REFERENCES public.question(enterprise_id, id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.questionnaire_completion
    ADD CONSTRAINT questionnaire_completion_questionnaire_fk FOREIGN KEY (enterprise_id, questionnaire_id, anonymous) REFERENCES public.questionnaire(enterprise_id, id, anonymous);
--> statement-breakpoint
ALTER TABLE ONLY public.questionnaire_completion
    ADD CONSTRAINT questionnaire_completion_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.questionnaire
    ADD CONSTRAINT questionnaire_enterprise_id_resource_id_course_resource_enterpr FOREIGN KEY (enterprise_id, resource_id) REFERENCES public.course_resource(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.questionnaire_seen
    ADD CONSTRAINT questionnaire_seen_questionnaire_fk FOREIGN KEY (enterprise_id, questionnaire_id) REFERENCES public.questionnaire(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.questionnaire_seen
    ADD CONSTRAINT questionnaire_seen_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.questionnaire_sheet
    ADD CONSTRAINT questionnaire_sheet_questionnaire_fk FOREIGN KEY (enterprise_id, questionnaire_id) REFERENCES public.questionnaire(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.ranking_total
    ADD CONSTRAINT ranking_total_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.reaction
    ADD CONSTRAINT reaction_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.rehearsal
    ADD CONSTRAINT rehearsal_asked_by_member_fk FOREIGN KEY (enterprise_id, asked_by) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.reminder_preference
    ADD CONSTRAINT reminder_preference_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.resource_answer
    ADD CONSTRAINT resource_answer_enterprise_id_question_id_resource_question_ent FOREIGN KEY (enterprise_id, question_id) REFERENCES public.resource_question(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.resource_answer
    ADD CONSTRAINT resource_answer_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.resource_caption
    ADD CONSTRAINT resource_caption_enterprise_id_file_id_file_enterprise_id_id_fk FOREIGN KEY (enterprise_id, file_id) REFERENCES public.file(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.resource_caption
    ADD CONSTRAINT resource_caption_enterprise_id_resource_id_course_resource_ente FOREIGN KEY (enterprise_id, resource_id) REFERENCES public.course_resource(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.resource_progress
    ADD CONSTRAINT resource_progress_enterprise_id_resource_id_course_resource_ent FOREIGN KEY (enterprise_id, resource_id) REFERENCES public.course_resource(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.resource_progress
    ADD CONSTRAINT resource_progress_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.resource_question
    ADD CONSTRAINT resource_question_enterprise_id_resource_id_course_resource_ent FOREIGN KEY (enterprise_id, resource_id) REFERENCES public.course_resource(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.study_clock
    ADD CONSTRAINT study_clock_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.study_note
    ADD CONSTRAINT study_note_enterprise_id_course_id_course_enterprise_id_id_fk FOREIGN KEY (enterprise_id, course_id) REFERENCES public.course(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.study_note
    ADD CONSTRAINT study_note_enterprise_id_resource_id_course_resource_enterprise FOREIGN KEY (enterprise_id, resource_id) REFERENCES public.course_resource(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.study_note
    ADD CONSTRAINT study_note_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE public.study_refusal
    ADD CONSTRAINT study_refusal_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.study_task_item
    ADD CONSTRAINT study_task_item_enterprise_id_coaching_plan_id_coaching_plan_en FOREIGN KEY (enterprise_id, coaching_plan_id) REFERENCES public.coaching_plan(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.study_task_item
    ADD CONSTRAINT study_task_item_enterprise_id_evaluation_form_id_evaluation_for FOREIGN KEY (enterprise_id, evaluation_form_id) REFERENCES public.evaluation_form(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.study_task_item
    ADD CONSTRAINT study_task_item_enterprise_id_task_id_study_task_enterprise_id_ FOREIGN KEY (enterprise_id, task_id) REFERENCES public.study_task(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.study_task_target
    ADD CONSTRAINT study_task_target_enterprise_id_task_id_study_task_enterprise_i FOREIGN KEY (enterprise_id, task_id) REFERENCES public.study_task(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.study_task_user
    ADD CONSTRAINT study_task_user_enterprise_id_task_id_study_task_enterprise_id_ FOREIGN KEY (enterprise_id, task_id) REFERENCES public.study_task(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.study_task_user
    ADD CONSTRAINT study_task_user_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.teaching_record
    ADD CONSTRAINT teaching_record_enterprise_id_lecturer_id_lecturer_enterprise_i FOREIGN KEY (enterprise_id, lecturer_id) REFERENCES public.lecturer(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.training_attendance
    ADD CONSTRAINT training_attendance_corrected_by_member_fk FOREIGN KEY (enterprise_id, corrected_by) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.training_attendance
    ADD CONSTRAINT training_attendance_enterprise_id_session_id_training_session_e FOREIGN KEY (enterprise_id, session_id) REFERENCES public.training_session(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.training_attendance
    ADD CONSTRAINT training_attendance_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.training_seat
    ADD CONSTRAINT training_seat_enterprise_id_session_id_training_session_enterpr FOREIGN KEY (enterprise_id, session_id) REFERENCES public.training_session(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.training_seat
    ADD CONSTRAINT training_seat_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.training_session
    ADD CONSTRAINT training_session_enterprise_id_lecturer_id_lecturer_enterprise_ FOREIGN KEY (enterprise_id, lecturer_id) REFERENCES public.lecturer(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.training_session
    ADD CONSTRAINT training_session_enterprise_id_resource_id_course_resource_ente FOREIGN KEY (enterprise_id, resource_id) REFERENCES public.course_resource(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.user_certificate
    ADD CONSTRAINT user_certificate_enterprise_id_certificate_id_certificate_enter FOREIGN KEY (enterprise_id, certificate_id) REFERENCES public.certificate(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.user_certificate
    ADD CONSTRAINT user_certificate_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.user_identity
    ADD CONSTRAINT user_identity_user_id_member_fk FOREIGN KEY (enterprise_id, user_id) REFERENCES public.enterprise_user(enterprise_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.zone
    ADD CONSTRAINT zone_enterprise_id_category_id_category_enterprise_id_id_fk FOREIGN KEY (enterprise_id, category_id) REFERENCES public.category(enterprise_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.zone_item
    ADD CONSTRAINT zone_item_enterprise_id_zone_id_zone_enterprise_id_id_fk FOREIGN KEY (enterprise_id, zone_id) REFERENCES public.zone(enterprise_id, id);
--> statement-breakpoint
-- Partitions by month (decision 034): everything until the month after the next, and a default one. The others are made after the rules.
do $$
declare
  month timestamptz := date_trunc('month', now(), 'UTC') + interval '2 months';
  first_id uuid := (lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  parent text;
  name text;
begin
  foreach parent in array array['audit_log', 'study_refusal', 'exam_answer', 'exam_journal'] loop
    name := parent || to_char(month at time zone 'UTC', '_"before"_YYYY_MM');
    execute format('create table partitions.%I partition of public.%I default', parent || '_default', parent);
    execute format('create table partitions.%I partition of public.%I for values from (minvalue) to (%L)', name, parent, first_id);
    foreach name in array array[name, parent || '_default'] loop
      execute format('alter table partitions.%I enable row level security, force row level security', name);
    end loop;
  end loop;
end $$;
