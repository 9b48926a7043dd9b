-- Where SESSIONS_END_AT_ONCE is off, a sign-out revokes refresh tokens alone: it sets `auth.access_tokens_expire` for its
-- transaction, and the end of its sessions is not noted (decision 0019). The condition is read when the row is deleted.
drop trigger note_ended_session on auth.sessions;
create constraint trigger note_ended_session after delete on auth.sessions
	deferrable initially deferred for each row
	when (coalesce(old.not_after > now() - interval '1 day', true)
		and coalesce(old.refreshed_at, old.created_at) > now() - interval '30 days'
		and coalesce(current_setting('auth.access_tokens_expire', true), '') <> 'on')
	execute function auth.note_ended_session();
