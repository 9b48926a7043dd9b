-- Keys of people (WebAuthn): those of a second factor, and passkeys, which sign in by themselves.
create table auth.webauthn_credentials (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users on delete cascade,
	-- Null for a passkey.
	factor_id uuid unique references auth.mfa_factors on delete cascade,
	credential_id bytea not null unique,
	public_key bytea not null,
	-- Grows with each use; one that does not grow betrays a copy.
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

-- What a passkey has to sign; deleted by its first use. Whoever signs in is not known before.
create table auth.webauthn_challenges (
	id uuid primary key,
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

-- Proofs of work that were accepted: each counts once, on whichever node.
create table auth.spent_captchas (
	hash bytea primary key,
	expires_at timestamptz not null
);
create index spent_captchas_expires_at on auth.spent_captchas (expires_at);

do $$
declare
	name text;
begin
	foreach name in array array['webauthn_credentials', 'webauthn_challenges', 'recovery_codes', 'spent_captchas'] loop
		execute format('alter table auth.%I enable row level security', name);
		execute format('alter table auth.%I force row level security', name);
		execute format('create policy auth_service_works on auth.%I for all to auth_service using (true) with check (true)', name);
		execute format('grant select, insert, update, delete on auth.%I to auth_service', name);
	end loop;
end
$$;
