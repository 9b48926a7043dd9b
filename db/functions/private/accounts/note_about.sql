-- Writes an audit log entry about a user.
create or replace function private.note_about(person uuid, action text, kind text) returns void
language sql volatile set search_path = '' as $$
	insert into auth.audit_log_entries (payload)
	values (jsonb_build_object('action', action, 'actor_id', person, 'actor_username', '', 'actor_via_sso', false, 'log_type', kind))
$$;
