-- Counts one more use of a key in this hour, without a limit, and returns the number.
create or replace function private.count_address(address bytea) returns int
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	counted int;
begin
	insert into private.space_budgets as b (space_id, key, hour, used)
	values (private.key_space(address), private.key_hash(address), date_trunc('hour', now()), 1)
	on conflict on constraint space_budgets_pkey do update set used = b.used + 1
	returning b.used into counted;
	return counted;
end
$$;

grant execute on function private.count_address(bytea) to anon;
