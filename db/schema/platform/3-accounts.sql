-- Accounts: users, their identities at providers, their second factors, passkeys and recovery codes.

create table auth.users (
	id uuid primary key default gen_random_uuid(),
	aud text not null default 'authenticated',
	role text not null default 'authenticated',
	email text check (email = lower(email) and length(email) <= 255),
	encrypted_password text,
	email_confirmed_at timestamptz,
	-- The user has received a mail at the address. An address confirmed without mail is not proven: a provider outranks it.
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
	-- When each address agreed to a change of address. Only a token for an address agrees for it: a missing token of the other
	-- address proves nothing, because an administrator creates the links one by one.
	email_change_current_agreed_at timestamptz,
	email_change_new_agreed_at timestamptz,
	-- From here on only for seed files written for Supabase: stored and never read. Codes and links are in auth.one_time_tokens.
	instance_id uuid,
	is_super_admin boolean,
	confirmation_token varchar(255),
	recovery_token varchar(255),
	email_change_token_new varchar(255),
	email_change_token_current varchar(255) default '',
	email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
	phone_change_token varchar(255) default '',
	reauthentication_token varchar(255) default '',
	confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
	-- Every access token carries both, and a request header holds 16 KiB.
	constraint users_metadata_size check (octet_length(raw_user_meta_data::text) + octet_length(raw_app_meta_data::text) <= 8192)
);
-- A user of a company's single sign-on may have the address of an ordinary account.
create unique index users_email_key on auth.users (email) where not is_sso_user;
create unique index users_phone_key on auth.users (phone);
create index users_created_at on auth.users (created_at desc, id);

create trigger forget_email_change_agreement before update of email, email_change on auth.users
	for each row
	when (old.email is distinct from new.email or old.email_change is distinct from new.email_change)
	execute function auth.forget_email_change_agreement();
-- The service writes complete rows itself.
create trigger normalize_inserted_user before insert on auth.users
	for each row when (current_user <> 'auth_service')
	execute function auth.normalize_inserted_user();

create table auth.identities (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users on delete cascade,
	provider text not null,
	-- The id of the user at the provider.
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

create table auth.mfa_factors (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users on delete cascade,
	friendly_name text,
	factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
	status text not null default 'unverified' check (status in ('unverified', 'verified')),
	-- The TOTP secret, encrypted with a key that is not in the database.
	secret bytea,
	phone text,
	-- A TOTP time step is accepted once.
	last_used_step bigint,
	-- The model of a security key, as its authenticator names it.
	web_authn_aaguid uuid,
	-- Wrong recovery codes since the last correct one, and until when no code is checked.
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
	-- The code that was sent to a phone, as a hash.
	code_hash bytea,
	-- The challenge that a security key signs.
	webauthn_challenge text,
	failures int not null default 0,
	verified_at timestamptz,
	created_at timestamptz not null default now()
);
create index mfa_challenges_factor_id on auth.mfa_challenges (factor_id);

-- WebAuthn keys: those of a second factor, and passkeys, which sign in alone.
create table auth.webauthn_credentials (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users on delete cascade,
	-- Null for a passkey.
	factor_id uuid unique references auth.mfa_factors on delete cascade,
	credential_id bytea not null unique,
	public_key bytea not null,
	-- Grows with each use; a count that does not grow reveals a copied key.
	sign_count bigint not null,
	transports text[] not null default '{}',
	aaguid uuid,
	backup_eligible boolean not null default false,
	backed_up boolean not null default false,
	friendly_name text check (length(friendly_name) between 1 and 120),
	last_used_at timestamptz,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);
create index webauthn_credentials_user_id on auth.webauthn_credentials (user_id);

-- Challenges that passkeys sign; deleted by the first use.
create table auth.webauthn_challenges (
	id uuid primary key,
	-- Null for a sign-in: the user is not known before it.
	user_id uuid references auth.users on delete cascade,
	purpose text not null check (purpose in ('registration', 'authentication')),
	challenge text not null,
	created_at timestamptz not null default now()
);
create index webauthn_challenges_user_id on auth.webauthn_challenges (user_id) where user_id is not null;
create index webauthn_challenges_created_at on auth.webauthn_challenges (created_at);

create table auth.recovery_codes (
	factor_id uuid not null references auth.mfa_factors on delete cascade,
	code_hash bytea not null,
	used_at timestamptz,
	primary key (factor_id, code_hash)
);

-- A user with identities and factors, as auth/v1 returns it: without the columns for seed files and the secrets of factors.
create view auth.accounts with (security_invoker = true) as
select
	u.id, u.aud, u.role, u.email, u.encrypted_password, u.email_confirmed_at, u.email_proven, u.invited_at, u.confirmation_sent_at,
	u.recovery_sent_at, u.email_change, u.email_change_sent_at, u.phone, u.phone_confirmed_at, u.phone_change,
	u.phone_change_sent_at, u.reauthentication_sent_at, u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data,
	u.is_sso_user, u.is_anonymous, u.banned_until, u.deleted_at, u.created_at, u.updated_at,
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

-- Only the auth service reaches these tables.
do $$
declare
	name text;
begin
	foreach name in array array['users', 'identities', 'mfa_factors', 'mfa_challenges', 'webauthn_credentials', 'webauthn_challenges',
		'recovery_codes']
	loop
		execute format('alter table auth.%I enable row level security', name);
		execute format('alter table auth.%I force row level security', name);
		execute format('create policy auth_service_works on auth.%I for all to auth_service using (true) with check (true)', name);
		execute format('grant select, insert, update, delete on auth.%I to auth_service', name);
	end loop;
end
$$;
