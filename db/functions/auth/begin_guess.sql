-- Counts an attempt at a password or code before it is checked, so that concurrent attempts cannot exceed the limit.
-- `narrow` counts one network at one account; `wide` counts all networks that the account does not know, so that an attacker
-- who exhausts it cannot lock out a known network. Returns the seconds to wait and counts nothing, or 0 when the attempt may be checked.
create or replace function auth.begin_guess(address text, network text, narrow text, wide text, out wait double precision, out familiar boolean)
language plpgsql volatile security invoker set search_path = '' as $$
declare
	present timestamptz := clock_timestamp();
	day_ago timestamptz := present - interval '24 hours';
begin
	familiar := exists (
		select from auth.known_sources k join auth.users u on u.id = k.user_id
		where k.source = network and k.seen_at > present - interval '90 days'
			and u.id in (
				select id from auth.users where email = address and not is_sso_user
				union all select id from auth.users where phone = address and not is_sso_user
			)
	);
	insert into auth.guesses (key, failures, since, free_at)
	select key, 0, present, present from unnest(array[wide, narrow]) key where not familiar or key = narrow
	on conflict do nothing;
	-- Always the wide row first: two attempts cannot deadlock.
	perform from auth.guesses g where g.key = wide and not familiar for update;
	perform from auth.guesses g where g.key = narrow for update;
	select greatest(0, max(extract(epoch from
			case when g.since < day_ago then present
				when g.failures >= case g.key when wide then 40 else 20 end then g.since + interval '24 hours'
				else g.free_at end - present
		))) into wait
	from auth.guesses g where g.key = narrow or g.key = wide and not familiar;
	if wait > 0 then
		return;
	end if;
	update auth.guesses g
	set failures = n.failures, since = case when g.since < day_ago then present else g.since end,
		free_at = present + make_interval(secs => auth.pause_after(n.failures, case when familiar or g.key = wide then 10 else 5 end))
	from (
		select o.key, case when o.since < day_ago then 1 else o.failures + 1 end as failures
		from auth.guesses o where o.key = narrow or o.key = wide and not familiar
	) n
	where n.key = g.key;
end
$$;

grant execute on function auth.begin_guess(text, text, text, text) to auth_service;
