-- Keys that sign access tokens, beside the first one, which files or settings give. Nodes follow them while they run.
create table auth.signing_keys (
	kid text primary key,
	-- The private key, encrypted with the installation's own. Null for a key from files or settings that has to stop.
	sealed bytea,
	-- Published from its first moment, it signs from this one on: by then every node knows it.
	signs_from timestamptz not null,
	-- Set when another key takes over.
	verifies_until timestamptz,
	created_at timestamptz not null default now()
);

-- Where somebody signed in from: networks, and devices as they name themselves. A guess from there is counted apart.
create table auth.known_sources (
	user_id uuid not null references auth.users on delete cascade,
	source text not null,
	seen_at timestamptz not null default now(),
	primary key (user_id, source)
);

-- Wrong guesses of passwords and codes, by keyed hashes. A crash may empty them: the database does not crash on demand.
create unlogged table auth.guesses (
	key text primary key,
	failures int not null,
	since timestamptz not null,
	free_at timestamptz not null
) with (fillfactor = 70);
create index guesses_since on auth.guesses (since);

do $$
declare
	name text;
begin
	foreach name in array array['signing_keys', 'known_sources', 'guesses'] loop
		execute format('alter table auth.%I enable row level security', name);
		execute format('alter table auth.%I force row level security', name);
		execute format('create policy auth_service_works on auth.%I for all to auth_service using (true) with check (true)', name);
		execute format('grant select, insert, update, delete on auth.%I to auth_service', name);
	end loop;
end
$$;

-- Seconds until another guess after so many wrong ones: none, then 1, 2, 4 … 300.
create function auth.pause_after(failures int, free int) returns double precision
language sql immutable parallel safe
return case when failures < free then 0 else least(300, 2 ^ least(failures - free, 9)) end;
grant execute on function auth.pause_after(int, int) to auth_service;

-- Counts a guess before it is looked at, so that many at once do not slip through. `narrow` counts one network's guesses at one
-- account, `wide` those of all networks together that the account does not know: whoever floods it cannot keep out who is known.
-- Returns the seconds to wait, and counts nothing then; 0 when the guess may be looked at.
create function auth.begin_guess(address text, network text, narrow text, wide text, out wait double precision, out familiar boolean)
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
	-- The wide row always first: two guesses never wait for each other crosswise.
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
