-- Records that a session ended, by whatever statement, and notifies every node. The node that writes reads the message on its own
-- connection before its commit is answered (error code PLNOW), so that it refuses the token from then on.
create or replace function auth.note_ended_session() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	insert into auth.ended_sessions (session_id) values (old.id)
	on conflict (session_id) do update set ended_at = excluded.ended_at;
	perform pg_notify('auth_ended_sessions', old.id::text);
	raise info using errcode = 'PLNOW', message = 'auth_ended_sessions', detail = old.id::text;
	return null;
end
$$;
