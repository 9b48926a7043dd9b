-- Sessions, what ends them before their tokens expire (sign-outs, bans), and the keys that sign access tokens.

-- A refresh token is a session and a counter, signed with a key that is not in the database: its rows cannot forge one.
create table auth.sessions (
	id uuid primary key,
	user_id uuid not null references auth.users on delete cascade,
	-- The authenticator assurance level: aal2 after a second factor.
	aal text not null default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
	-- The methods of authentication, with their times.
	amr jsonb not null default '[]',
	factor_id uuid,
	refresh_counter bigint not null default 0,
	-- Tokens below this number were replaced when the session reached aal2, so their use is no replay.
	refresh_floor bigint not null default 0,
	refreshed_at timestamptz,
	-- When the session ends at the latest; null without a limit.
	not_after timestamptz,
	user_agent text,
	ip text,
	tag text,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	-- When a newer sign-in ended it (SESSIONS_SINGLE_PER_USER). The row stays for a day, so that a refresh learns why.
	superseded_at timestamptz
) with (fillfactor = 80);
create index sessions_user_id on auth.sessions (user_id);

-- Deferred to the commit, because a savepoint may undo the delete. Sessions that ended long ago have no valid token left. Where
-- SESSIONS_END_AT_ONCE is off, a sign-out sets auth.access_tokens_expire and its access tokens stay valid
-- (docs/decisions/0019-ended-sessions.md).
create constraint trigger note_ended_session after delete on auth.sessions
	deferrable initially deferred for each row
	when (coalesce(old.not_after > now() - interval '1 day', true)
		and coalesce(old.refreshed_at, old.created_at) > now() - interval '30 days'
		and coalesce(current_setting('auth.access_tokens_expire', true), '') <> 'on')
	execute function auth.note_ended_session();
create constraint trigger note_superseded_session after update of superseded_at on auth.sessions
	deferrable initially deferred for each row
	when (old.superseded_at is null and new.superseded_at is not null)
	execute function auth.note_ended_session();

-- Sessions that ended while access tokens of them may still be valid: every node refuses these. Rows are deleted when the last
-- such token has expired.
create table auth.ended_sessions (
	session_id uuid primary key,
	ended_at timestamptz not null default clock_timestamp()
);
create index ended_sessions_ended_at on auth.ended_sessions (ended_at);

-- Bans that were set or lifted while older access tokens may still be valid. A ban ends no session.
create table auth.bans (
	user_id uuid primary key,
	-- Null when it was lifted.
	until timestamptz,
	changed_at timestamptz not null default clock_timestamp()
);
create index bans_changed_at on auth.bans (changed_at);
create constraint trigger note_ban after update of banned_until on auth.users
	deferrable initially deferred for each row
	when (old.banned_until is distinct from new.banned_until)
	execute function auth.note_ban();

-- Keys that sign access tokens, beside the first one, which comes from keys.json or the settings.
create table auth.signing_keys (
	kid text primary key,
	-- The private key, encrypted with a key that is not in the database. Null for a retired key of keys.json or the settings.
	sealed bytea,
	-- It is published at once and signs from this time on, when every node knows it.
	signs_from timestamptz not null,
	-- Set when another key replaces it.
	verifies_until timestamptz,
	created_at timestamptz not null default now()
);

-- The installation whose keys this database was first used with. A node with other keys does not start: it would refuse the
-- tokens of the others and could not decrypt their secrets.
create table auth.root_key (
	singleton boolean primary key default true check (singleton),
	-- A keyed hash of a constant; it reveals nothing of the key.
	fingerprint text not null,
	adopted_at timestamptz not null default now()
);

do $$
declare
	name text;
begin
	foreach name in array array['sessions', 'signing_keys', 'root_key', 'ended_sessions', 'bans'] loop
		execute format('alter table auth.%I enable row level security', name);
		execute format('alter table auth.%I force row level security', name);
	end loop;
	foreach name in array array['sessions', 'signing_keys', 'root_key'] loop
		execute format('create policy auth_service_works on auth.%I for all to auth_service using (true) with check (true)', name);
	end loop;
	-- Triggers alone write these two.
	foreach name in array array['ended_sessions', 'bans'] loop
		execute format('create policy auth_service_reads on auth.%I for select to auth_service using (true)', name);
		execute format('create policy auth_service_forgets on auth.%I for delete to auth_service using (true)', name);
	end loop;
end
$$;
grant select, insert, update, delete on auth.sessions, auth.signing_keys to auth_service;
grant select, insert (fingerprint), update (fingerprint, adopted_at) on auth.root_key to auth_service;
grant select, delete on auth.ended_sessions, auth.bans to auth_service;
