-- Takes one unit of the hourly limit of a key; false when it is used up.
create or replace function private.take_address_budget(address bytea, most int) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
	insert into private.address_budgets as b (address, hour, used) values ($1, date_trunc('hour', now()), 1)
	on conflict on constraint address_budgets_pkey do update set used = b.used + 1 where b.used < $2;
	return found;
end
$$;

alter function private.take_address_budget(bytea, int) owner to product_door;
