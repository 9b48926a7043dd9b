-- Deletes changes that have been visible to all for so long. Age does not matter: a transaction may commit what it wrote an hour ago.
create or replace function realtime.prune_changes(keep interval) returns void
language plpgsql volatile set search_path = '' as $$
declare
	mark realtime.marks;
begin
	if not pg_try_advisory_xact_lock(7268435) then
		return;
	end if;
	perform realtime.open_outbox();
	insert into realtime.marks default values;
	select * into mark from realtime.marks where at < clock_timestamp() - keep order by at desc limit 1;
	if mark.at is null then
		return;
	end if;
	delete from realtime.changes where xid < pg_snapshot_xmax(mark.snapshot) and pg_visible_in_snapshot(xid, mark.snapshot);
	update realtime.horizon set snapshot = mark.snapshot;
	delete from realtime.marks where at <= mark.at;
end
$$;

grant execute on function realtime.prune_changes(interval) to realtime_service;
