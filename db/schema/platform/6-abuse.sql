-- Protection of accounts against abuse: rate limits, failed attempts, known networks, used captchas, and the audit log.

-- Rate limits shared by all nodes. A crash may empty them: they count from zero then.
create unlogged table auth.rate_limits (
	key text primary key,
	-- The theoretical arrival time of the generic cell rate algorithm.
	tat timestamptz not null
) with (fillfactor = 70);
create index rate_limits_tat on auth.rate_limits (tat);

-- Failed attempts at passwords and codes, by keyed hashes. A crash may empty them: an attacker cannot crash the database.
create unlogged table auth.guesses (
	key text primary key,
	failures int not null,
	since timestamptz not null,
	-- When the next attempt is checked.
	free_at timestamptz not null
) with (fillfactor = 70);
create index guesses_since on auth.guesses (since);

-- Networks and devices from which a user has signed in. Attempts from there are counted separately.
create table auth.known_sources (
	user_id uuid not null references auth.users on delete cascade,
	source text not null,
	seen_at timestamptz not null default now(),
	primary key (user_id, source)
);

-- Solved proofs of work that were used: each is accepted once, on any node.
create table auth.spent_captchas (
	hash bytea primary key,
	expires_at timestamptz not null
);
create index spent_captchas_expires_at on auth.spent_captchas (expires_at);

create table auth.audit_log_entries (
	id uuid primary key default gen_random_uuid(),
	payload jsonb not null,
	ip_address text not null default '',
	-- Not the start of the transaction: two entries of one transaction have an order.
	created_at timestamptz not null default clock_timestamp()
);
create index audit_log_entries_created_at on auth.audit_log_entries (created_at desc, id);

-- Only the auth service reaches these tables.
do $$
declare
	name text;
begin
	foreach name in array array['rate_limits', 'guesses', 'known_sources', 'spent_captchas', 'audit_log_entries'] loop
		execute format('alter table auth.%I enable row level security', name);
		execute format('alter table auth.%I force row level security', name);
		execute format('create policy auth_service_works on auth.%I for all to auth_service using (true) with check (true)', name);
		execute format('grant select, insert, update, delete on auth.%I to auth_service', name);
	end loop;
end
$$;
