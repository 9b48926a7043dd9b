-- Writes an audit log entry about the tokens of a session that still exists.
create or replace function auth.note_token(session uuid, action text, address text) returns void
language sql volatile security invoker set search_path = '' as $$
	insert into auth.audit_log_entries (payload, ip_address)
	select jsonb_build_object(
			'action', action, 'actor_id', u.id, 'actor_username', coalesce(u.email, u.phone, ''),
			'actor_via_sso', u.is_sso_user, 'log_type', 'token'
		), address
	from auth.sessions s join auth.users u on u.id = s.user_id
	where s.id = session
$$;

grant execute on function auth.note_token(uuid, text, text) to auth_service;
