-- The epoch of the change feed; a new one when a crash emptied it.
create or replace function realtime.open_outbox() returns uuid
language plpgsql volatile set search_path = '' as $$
declare
	found uuid := (select epoch from realtime.horizon);
begin
	if found is null then
		insert into realtime.horizon default values on conflict do nothing;
		select epoch into found from realtime.horizon;
	end if;
	return found;
end
$$;

grant execute on function realtime.open_outbox() to realtime_service;
