-- no transaction
ALTER TABLE audit_log NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE flow_instance NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE enterprise_user NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE member_edit NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- What members and enterprises have changed in the portal before it was noted.
INSERT INTO member_edit (enterprise_id, user_id, field)
SELECT DISTINCT u.enterprise_id, u.user_id, f.field FROM audit_log a
JOIN enterprise_user u ON u.enterprise_id = a.enterprise_id AND u.user_id = a.user_id
CROSS JOIN jsonb_array_elements_text(a.detail -> 'changed') f (field)
WHERE a.action = 'user.updated' AND f.field IN ('sex', 'email') ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO member_edit (enterprise_id, user_id, field)
SELECT DISTINCT u.enterprise_id, u.user_id, 'userName' FROM flow_instance f
JOIN enterprise_user u ON u.enterprise_id = f.enterprise_id AND u.user_id = f.applicant_id AND u.user_name = f.detail ->> 'newName'
WHERE f.flow_type = 'nameChange' AND f.state = 'approved' ON CONFLICT DO NOTHING;
