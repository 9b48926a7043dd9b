-- Takes one unit of a rate limit (generic cell rate algorithm): `burst` at once, then one each `period`.
-- Returns 0 when granted, else the seconds to wait.
create or replace function auth.take_budget(budget text, period interval, burst int) returns double precision
language plpgsql volatile security invoker set search_path = '' as $$
declare
	present timestamptz := clock_timestamp();
	wait double precision;
begin
	insert into auth.rate_limits as r (key, tat) values (budget, present + period)
	on conflict (key) do update set tat = greatest(r.tat, present) + period
	where greatest(r.tat, present) + period <= present + burst * period;
	if found then
		return 0;
	end if;
	select extract(epoch from r.tat + period - burst * period - present) into wait from auth.rate_limits r where r.key = budget;
	return greatest(coalesce(wait, 1), 0.001);
end
$$;

grant execute on function auth.take_budget(text, interval, int) to auth_service;
