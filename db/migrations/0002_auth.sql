-- The tables of auth/v1. Only the role auth_service reaches them; nobody else holds a grant.
create table auth.users (
	id uuid primary key default gen_random_uuid(),
	aud text not null default 'authenticated',
	role text not null default 'authenticated',
	email text check (email = lower(email) and length(email) <= 255),
	encrypted_password text,
	email_confirmed_at timestamptz,
	-- Somebody showed that they read mail there. Confirmed without mail is not proven: a provider's word then outranks it.
	email_proven boolean not null default false,
	invited_at timestamptz,
	confirmation_sent_at timestamptz,
	recovery_sent_at timestamptz,
	email_change text check (email_change = lower(email_change)),
	email_change_sent_at timestamptz,
	phone text,
	phone_confirmed_at timestamptz,
	phone_change text,
	phone_change_sent_at timestamptz,
	reauthentication_sent_at timestamptz,
	last_sign_in_at timestamptz,
	raw_app_meta_data jsonb not null default '{}' check (jsonb_typeof(raw_app_meta_data) = 'object'),
	raw_user_meta_data jsonb not null default '{}' check (jsonb_typeof(raw_user_meta_data) = 'object'),
	is_sso_user boolean not null default false,
	is_anonymous boolean not null default false,
	banned_until timestamptz check (isfinite(banned_until)),
	deleted_at timestamptz,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	-- Both travel in every access token, and a request header holds 16 KiB.
	constraint users_metadata_size check (octet_length(raw_user_meta_data::text) + octet_length(raw_app_meta_data::text) <= 8192)
);
-- People who come through their company's sign-on may share an address with an ordinary account.
create unique index users_email_key on auth.users (email) where not is_sso_user;
create unique index users_phone_key on auth.users (phone);
create index users_created_at on auth.users (created_at desc, id);

create table auth.identities (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users on delete cascade,
	provider text not null,
	provider_id text not null,
	identity_data jsonb not null,
	email text generated always as (lower(identity_data ->> 'email')) stored,
	last_sign_in_at timestamptz,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	constraint identities_provider_key unique (provider_id, provider)
);
create index identities_user_id on auth.identities (user_id);
create index identities_email on auth.identities (email);

-- A refresh token is (session, counter) under a key that is not in the database, so nothing here can forge one.
create table auth.sessions (
	id uuid primary key,
	user_id uuid not null references auth.users on delete cascade,
	aal text not null default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
	amr jsonb not null default '[]',
	factor_id uuid,
	refresh_counter bigint not null default 0,
	-- Tokens below this number died by a step up, not by a theft.
	refresh_floor bigint not null default 0,
	refreshed_at timestamptz,
	not_after timestamptz,
	user_agent text,
	ip text,
	tag text,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
) with (fillfactor = 80);
create index sessions_user_id on auth.sessions (user_id);

create table auth.one_time_tokens (
	user_id uuid not null references auth.users on delete cascade,
	kind text not null check (kind in ('confirmation', 'recovery', 'email_change_current', 'email_change_new', 'phone_change', 'sms', 'reauthentication')),
	-- The address that the code was sent to.
	relates_to text not null,
	link_hash bytea unique,
	code_hash bytea not null,
	pkce boolean not null default false,
	-- Whoever asked did not know the stored password: proving the address must end it, or its setter would keep a way in.
	drops_password boolean not null default false,
	-- The identity whose visit asked: with the first proof of the address all others go.
	asked_by uuid references auth.identities on delete set null,
	-- Wrong guesses end the code; the link in the same mail cannot be guessed and lives on.
	failures int not null default 0,
	expires_at timestamptz not null,
	created_at timestamptz not null default now(),
	primary key (user_id, kind)
);
create index one_time_tokens_relates_to on auth.one_time_tokens (relates_to, kind);
create index one_time_tokens_asked_by on auth.one_time_tokens (asked_by) where asked_by is not null;

create table auth.flow_state (
	id uuid primary key default gen_random_uuid(),
	user_id uuid references auth.users on delete cascade,
	auth_code uuid not null unique default gen_random_uuid(),
	auth_code_issued_at timestamptz,
	code_challenge text,
	code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
	provider text not null,
	authentication_method text not null,
	provider_access_token text,
	provider_refresh_token text,
	-- The upstream's own verifier and nonce.
	provider_verifier text,
	provider_nonce text,
	redirect_to text,
	linking_target_id uuid references auth.users on delete cascade,
	-- The invitation that a visit accepts, and the browser that began it, as hashes.
	invite_hash bytea,
	browser_hash bytea,
	claimed_at timestamptz,
	created_at timestamptz not null default now()
);
create index flow_state_user_id on auth.flow_state (user_id, authentication_method, created_at desc);
create index flow_state_linking_target_id on auth.flow_state (linking_target_id) where linking_target_id is not null;

create table auth.mfa_factors (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users on delete cascade,
	friendly_name text,
	factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
	status text not null default 'unverified' check (status in ('unverified', 'verified')),
	-- Encrypted with the installation's key.
	secret bytea,
	phone text,
	-- A time step is accepted once.
	last_used_step bigint,
	-- The make of a key, as its authenticator names it.
	web_authn_aaguid uuid,
	-- Wrong recovery codes since the last right one, and until when no further one is looked at.
	failures int not null default 0,
	locked_until timestamptz,
	last_challenged_at timestamptz,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);
create index mfa_factors_user_id on auth.mfa_factors (user_id);
create unique index mfa_factors_friendly_name_key on auth.mfa_factors (user_id, friendly_name) where trim(friendly_name) <> '';
create unique index mfa_factors_recovery_key on auth.mfa_factors (user_id) where factor_type = 'recovery_code';

create table auth.mfa_challenges (
	id uuid primary key default gen_random_uuid(),
	factor_id uuid not null references auth.mfa_factors on delete cascade,
	ip text not null,
	code_hash bytea,
	-- What a key has to sign.
	webauthn_challenge text,
	failures int not null default 0,
	verified_at timestamptz,
	created_at timestamptz not null default now()
);
create index mfa_challenges_factor_id on auth.mfa_challenges (factor_id);

create table auth.audit_log_entries (
	id uuid primary key default gen_random_uuid(),
	payload jsonb not null,
	ip_address text not null default '',
	-- Not the transaction's start: one transaction may write two, and they have an order.
	created_at timestamptz not null default clock_timestamp()
);
create index audit_log_entries_created_at on auth.audit_log_entries (created_at desc, id);

-- Budgets shared by all nodes. A crash may empty them: that costs nothing but patience already spent.
create unlogged table auth.rate_limits (
	key text primary key,
	-- The theoretical arrival time of the generic cell rate algorithm.
	tat timestamptz not null
) with (fillfactor = 70);
create index rate_limits_tat on auth.rate_limits (tat);

do $$
declare
	name text;
begin
	foreach name in array array['users', 'identities', 'sessions', 'one_time_tokens', 'flow_state', 'mfa_factors', 'mfa_challenges', 'audit_log_entries', 'rate_limits'] loop
		execute format('alter table auth.%I enable row level security', name);
		execute format('alter table auth.%I force row level security', name);
		execute format('create policy auth_service_works on auth.%I for all to auth_service using (true) with check (true)', name);
		execute format('grant select, insert, update, delete on auth.%I to auth_service', name);
	end loop;
end
$$;

-- A user as the wire shows it, with identities and factors.
create view auth.accounts with (security_invoker = true) as
select
	u.*,
	(
		select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at, i.id), '[]')
		from auth.identities i
		where i.user_id = u.id
	) as identities,
	(
		select jsonb_agg(to_jsonb(f) - array['secret', 'last_used_step', 'failures', 'locked_until', 'user_id'] order by f.created_at, f.id)
		from auth.mfa_factors f
		where f.user_id = u.id
	) as factors
from auth.users u;
grant select on auth.accounts to auth_service;

-- Merges on top-level keys; null deletes a key.
create function auth.merge_metadata(present jsonb, change jsonb) returns jsonb
language sql immutable parallel safe
return (
	select coalesce(jsonb_object_agg(key, value), '{}')
	from jsonb_each(present || change)
	where value <> 'null' or not change ? key
);
grant execute on function auth.merge_metadata(jsonb, jsonb) to auth_service;

-- Rotates the refresh token of a session, one caller at a time.
-- The counter that was presented is genuine: its seal was checked before. Limits are seconds; 0 means there is none.
create function auth.rotate_session(
	wanted uuid, presented bigint, reuse_interval double precision,
	timebox double precision, inactivity double precision, low_aal double precision, single boolean,
	agent text, address text,
	out outcome text, out counter bigint
) language plpgsql volatile security invoker set search_path = '' as $$
declare
	s auth.sessions;
	banned boolean;
	-- Null where a limit is off, so that no time is ever before it.
	opened_after timestamptz := clock_timestamp() - make_interval(secs => nullif(timebox, 0));
	seen_after timestamptz := clock_timestamp() - make_interval(secs => nullif(inactivity, 0));
	raised_after timestamptz := clock_timestamp() - make_interval(secs => nullif(low_aal, 0));
	has_factor boolean := false;
begin
	-- The common case in one statement; whoever it does not fit goes the long way, which says why.
	if low_aal = 0 and not single then
		update auth.sessions f
		set refresh_counter = presented + 1, refreshed_at = clock_timestamp(), updated_at = clock_timestamp(), user_agent = agent, ip = address
		from auth.users u
		where f.id = wanted and f.refresh_counter = presented and u.id = f.user_id
			and coalesce(u.banned_until <= clock_timestamp(), true)
			and coalesce(f.not_after >= clock_timestamp(), true)
			and coalesce(f.created_at >= opened_after, true)
			and coalesce(coalesce(f.refreshed_at, f.created_at) >= seen_after, true);
		if found then
			outcome := 'ok';
			counter := presented + 1;
			return;
		end if;
	end if;
	select * into s from auth.sessions where id = wanted for update;
	if not found or presented > s.refresh_counter then
		outcome := 'not_found';
		return;
	end if;
	select coalesce(u.banned_until > clock_timestamp(), false) into banned from auth.users u where u.id = s.user_id;
	if low_aal > 0 then
		has_factor := exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified');
	end if;
	if banned then
		outcome := 'banned';
	elsif s.not_after < clock_timestamp() or s.created_at < opened_after then
		outcome := 'expired';
	elsif coalesce(s.refreshed_at, s.created_at) < seen_after then
		outcome := 'inactive';
	elsif has_factor and s.aal = 'aal1' and s.created_at < raised_after then
		outcome := 'low_aal';
	elsif single and exists (
		select from auth.sessions o
		where o.user_id = s.user_id and o.created_at > s.created_at
			and coalesce(o.not_after > clock_timestamp(), true)
			and coalesce(o.created_at >= opened_after, true)
			and coalesce(coalesce(o.refreshed_at, o.created_at) >= seen_after, true)
			and coalesce(not has_factor or o.aal <> 'aal1' or o.created_at >= raised_after, true)
	) then
		outcome := 'newer_login';
	elsif presented = s.refresh_counter then
		update auth.sessions
		set refresh_counter = presented + 1, refreshed_at = clock_timestamp(), updated_at = clock_timestamp(), user_agent = agent, ip = address
		where id = wanted;
		outcome := 'ok';
		counter := presented + 1;
	elsif presented < s.refresh_floor then
		outcome := 'used';
	-- The parent of the active token may come at any time: its answer was lost, or two tabs refreshed at once.
	elsif presented = s.refresh_counter - 1 or s.refreshed_at + make_interval(secs => reuse_interval) > clock_timestamp() then
		outcome := 'ok';
		counter := s.refresh_counter;
	else
		-- A replay: whoever holds the newer token may be the thief, so the whole family ends.
		delete from auth.sessions where id = wanted;
		insert into auth.audit_log_entries (payload, ip_address)
		select jsonb_build_object(
				'action', 'token_revoked', 'actor_id', u.id, 'actor_username', coalesce(u.email, u.phone, ''),
				'actor_via_sso', u.is_sso_user, 'log_type', 'token'
			), address
		from auth.users u where u.id = s.user_id;
		outcome := 'used';
	end if;
end
$$;
grant execute on function auth.rotate_session(uuid, bigint, double precision, double precision, double precision, double precision, boolean, text, text) to auth_service;

-- Takes one unit of a budget: `burst` at once, one more each `period`.
-- Returns 0 when granted, else the seconds to wait.
create function auth.take_budget(budget text, period interval, burst int) returns double precision
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
