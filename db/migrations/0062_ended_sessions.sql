-- Sessions that were ended while access tokens of them may still be about: every node refuses those on every wire (decision
-- 0019). Rows go when the last such token has expired.
create table auth.ended_sessions (
	session_id uuid primary key,
	ended_at timestamptz not null default clock_timestamp()
);
create index ended_sessions_ended_at on auth.ended_sessions (ended_at);
alter table auth.ended_sessions enable row level security;
alter table auth.ended_sessions force row level security;
create policy auth_service_reads on auth.ended_sessions for select to auth_service using (true);
create policy auth_service_forgets on auth.ended_sessions for delete to auth_service using (true);
grant select, delete on auth.ended_sessions to auth_service;

-- Notes the end of a session, whoever ended it and however. Other nodes hear of it by notice. The node that is writing reads the
-- message on its own connection before its commit is answered (`PLNOW`, own-notices.ts): by then it must not take the token.
create function auth.note_ended_session() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	insert into auth.ended_sessions (session_id) values (old.id)
	on conflict (session_id) do update set ended_at = excluded.ended_at;
	perform pg_notify('auth_ended_sessions', old.id::text);
	raise info using errcode = 'PLNOW', message = 'auth_ended_sessions', detail = old.id::text;
	return null;
end
$$;

-- Deferred to the commit: what a savepoint took back was never ended. What has been over for long leaves no token behind.
create constraint trigger note_ended_session after delete on auth.sessions
	deferrable initially deferred for each row
	when (coalesce(old.not_after > now() - interval '1 day', true)
		and coalesce(old.refreshed_at, old.created_at) > now() - interval '30 days')
	execute function auth.note_ended_session();
