-- Notifies readers of the feed. Commits that notify are serialized, so under load a few of them notify for all; readers
-- look again shortly after each notice, and once a second.
create or replace function realtime.ring() returns void
language plpgsql volatile set search_path = '' as $$
begin
	if pg_try_advisory_xact_lock(7268433, pg_backend_pid() % 4) then
		perform pg_notify('realtime_changes', '');
	end if;
end
$$;

grant execute on function realtime.ring() to realtime_service;
