-- A user with identities and factors, as auth/v1 returns it: without the columns for seed files and the secrets of factors.
create or replace view auth.accounts with (security_invoker = true) as
select
	u.id, u.aud, u.role, u.email, u.encrypted_password, u.email_confirmed_at, u.email_proven, u.invited_at, u.confirmation_sent_at,
	u.recovery_sent_at, u.email_change, u.email_change_sent_at, u.phone, u.phone_confirmed_at, u.phone_change,
	u.phone_change_sent_at, u.reauthentication_sent_at, u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data,
	u.is_sso_user, u.is_anonymous, u.banned_until, u.deleted_at, u.created_at, u.updated_at,
	(
		select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at, i.id), '[]')
		from auth.identities i
		where i.user_id = u.id
	) as identities,
	(
		select jsonb_agg(to_jsonb(f) - array['secret', 'last_used_step', 'failures', 'locked_until', 'user_id'] order by f.created_at, f.id)
		from auth.mfa_factors f
		where f.user_id = u.id
	) as factors
from auth.users u;

grant select on auth.accounts to auth_service;
