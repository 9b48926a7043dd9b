-- Returns the part of an hourly budget that was used in this hour.
create or replace function private.address_use(address bytea) returns int
language sql stable security definer set search_path = '' as $$
	select coalesce((select b.used from private.space_budgets b
		where b.space_id = private.key_space($1) and b.key = private.key_hash($1) and b.hour = date_trunc('hour', now())), 0)
$$;

grant execute on function private.address_use(bytea) to anon;
