-- Takes one unit of the hourly limit of a key; false when it is used up. A key that begins with the id of a space (private.key_space) counts for that
-- space alone.
create or replace function private.take_address_budget(address bytea, most int) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
	insert into private.space_budgets as b (space_id, key, hour, used)
	values (private.key_space($1), private.key_hash($1), date_trunc('hour', now()), 1)
	on conflict on constraint space_budgets_pkey do update set used = b.used + 1 where b.used < $2;
	return found;
end
$$;
