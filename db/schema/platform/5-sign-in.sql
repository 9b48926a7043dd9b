-- Ways to sign in: codes and links by mail or phone, OAuth flows and their providers, SAML single sign-on, wallets.

-- Codes and links that were sent, one of each kind for a user, as hashes.
create table auth.one_time_tokens (
	user_id uuid not null references auth.users on delete cascade,
	kind text not null check (kind in ('confirmation', 'recovery', 'email_change_current', 'email_change_new', 'phone_change', 'sms', 'reauthentication')),
	-- The address or number that it was sent to.
	relates_to text not null,
	link_hash bytea unique,
	code_hash bytea not null,
	pkce boolean not null default false,
	-- The request came without the stored password. Proving the address deletes that password: its author could sign in otherwise.
	drops_password boolean not null default false,
	-- The identity that asked for it: the first proof of the address deletes all others.
	asked_by uuid references auth.identities on delete set null,
	-- Wrong attempts invalidate the code; the link of the same mail cannot be guessed and stays valid.
	failures int not null default 0,
	expires_at timestamptz not null,
	created_at timestamptz not null default now(),
	primary key (user_id, kind)
);
create index one_time_tokens_relates_to on auth.one_time_tokens (relates_to, kind);
create index one_time_tokens_asked_by on auth.one_time_tokens (asked_by) where asked_by is not null;

-- A sign-in through a browser that is under way (OAuth, SAML, or PKCE by mail).
create table auth.flow_state (
	id uuid primary key default gen_random_uuid(),
	user_id uuid references auth.users on delete cascade,
	-- The authorization code that the client exchanges for a session.
	auth_code uuid not null unique default gen_random_uuid(),
	auth_code_issued_at timestamptz,
	code_challenge text,
	code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
	provider text not null,
	authentication_method text not null,
	provider_access_token text,
	provider_refresh_token text,
	-- The PKCE verifier and nonce that this server uses at the provider.
	provider_verifier text,
	provider_nonce text,
	redirect_to text,
	-- The signed-in user who links an identity.
	linking_target_id uuid references auth.users on delete cascade,
	-- Hashes of the invitation that is accepted, and of the browser that began.
	invite_hash bytea,
	browser_hash bytea,
	claimed_at timestamptz,
	created_at timestamptz not null default now(),
	-- When the identity provider wants the session to end.
	session_not_after timestamptz,
	-- Linking an identity ends with the session that began it: a stolen session must not leave another way to sign in behind.
	linking_session_id uuid references auth.sessions on delete cascade
);
create index flow_state_user_id on auth.flow_state (user_id, authentication_method, created_at desc);
create index flow_state_linking_target_id on auth.flow_state (linking_target_id) where linking_target_id is not null;
create index flow_state_linking_session_id on auth.flow_state (linking_session_id) where linking_session_id is not null;

-- OAuth and OpenID providers that administrators add while the server runs, beside those of the settings.
create table auth.custom_providers (
	id uuid primary key default gen_random_uuid(),
	provider_type text not null check (provider_type in ('oauth2', 'oidc')),
	identifier text not null check (identifier like 'custom:_%' and length(identifier) <= 64),
	name text not null check (name <> '' and length(name) <= 255),
	client_id text not null,
	-- Encrypted, not hashed: it is sent to the provider.
	sealed_secret bytea not null,
	acceptable_client_ids text[] not null default '{}',
	scopes text[] not null default '{}',
	custom_claims_allowlist text[] not null default '{}',
	pkce_enabled boolean not null default true,
	attribute_mapping jsonb not null default '{}' check (jsonb_typeof(attribute_mapping) = 'object'),
	authorization_params jsonb not null default '{}' check (jsonb_typeof(authorization_params) = 'object'),
	enabled boolean not null default true,
	email_optional boolean not null default false,
	issuer text,
	discovery_url text,
	skip_nonce_check boolean not null default false,
	authorization_url text,
	token_url text,
	userinfo_url text,
	jwks_uri text,
	-- As it was read when the provider was last saved.
	discovery_document jsonb,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	constraint custom_providers_identifier_key unique (identifier),
	constraint custom_providers_addresses check (
		case provider_type
			when 'oidc' then issuer is not null
			else authorization_url is not null and token_url is not null and userinfo_url is not null
		end
	)
);

-- Clients of other people that are registered here.
create table auth.oauth_clients (
	id uuid primary key default gen_random_uuid(),
	client_name text not null default '' check (length(client_name) <= 1024),
	client_type text not null check (client_type in ('public', 'confidential')),
	token_endpoint_auth_method text not null check (token_endpoint_auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
	registration_type text not null default 'manual' check (registration_type in ('manual', 'dynamic')),
	redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
	grant_types text[] not null check (cardinality(grant_types) >= 1),
	scope text not null default '',
	client_uri text not null default '' check (length(client_uri) <= 2048),
	logo_uri text not null default '' check (length(logo_uri) <= 2048),
	-- The secret has 256 random bits, so a plain hash reveals nothing.
	secret_hash bytea,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	constraint oauth_clients_secret check ((client_type = 'confidential') = (secret_hash is not null))
);
create index oauth_clients_created_at on auth.oauth_clients (created_at desc, id);

-- Signed messages of wallets that were used: each opens one session.
create table auth.web3_messages (
	hash bytea primary key,
	expires_at timestamptz not null
);
create index web3_messages_expires_at on auth.web3_messages (expires_at);

-- Single sign-on through the identity provider of a company (SAML 2.0).
create table auth.sso_providers (
	id uuid primary key default gen_random_uuid(),
	-- A name chosen by the administrator, for tools that keep no UUID.
	resource_id text check (resource_id <> '' and length(resource_id) <= 255),
	disabled boolean not null default false,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);
create unique index sso_providers_resource_id_key on auth.sso_providers (lower(resource_id));

-- The email domains of a company.
create table auth.sso_domains (
	domain text primary key check (domain = lower(domain) and length(domain) <= 253),
	sso_provider_id uuid not null references auth.sso_providers on delete cascade,
	-- The order that the administrator gave.
	position int not null,
	created_at timestamptz not null default now()
);
create index sso_domains_sso_provider_id on auth.sso_domains (sso_provider_id);

create table auth.saml_providers (
	sso_provider_id uuid primary key references auth.sso_providers on delete cascade,
	entity_id text not null check (entity_id <> '' and length(entity_id) <= 1024),
	metadata_xml text not null,
	metadata_url text,
	attribute_mapping jsonb not null default '{}' check (jsonb_typeof(attribute_mapping) = 'object'),
	name_id_format text,
	-- When the metadata was last read with success, and last requested.
	metadata_read_at timestamptz not null default now(),
	metadata_tried_at timestamptz not null default now(),
	constraint saml_providers_entity_id_key unique (entity_id)
);

-- Requests to an identity provider: the browser has two minutes to return, once.
create table auth.saml_relay_states (
	id uuid primary key,
	sso_provider_id uuid not null references auth.sso_providers on delete cascade,
	-- The id of the request, which the response must name.
	request_id text not null,
	redirect_to text not null,
	flow_state_id uuid references auth.flow_state on delete cascade,
	created_at timestamptz not null default now(),
	-- The hash of the browser that must end the flow: a response delivered by another browser would sign its user in as the attacker.
	browser_hash bytea
);
create index saml_relay_states_sso_provider_id on auth.saml_relay_states (sso_provider_id);
create index saml_relay_states_flow_state_id on auth.saml_relay_states (flow_state_id);

-- Assertions that were used, until they are too old to be accepted. The digest names the issuer, not the provider: a provider that
-- is removed and added again must not accept them twice.
create table auth.saml_assertions (
	digest bytea primary key,
	expires_at timestamptz not null
);
create index saml_assertions_expires_at on auth.saml_assertions (expires_at);

-- The key that signs requests when the settings name none: one for all nodes, encrypted.
create table auth.saml_signing_key (
	singleton boolean primary key default true check (singleton),
	sealed_key bytea not null,
	created_at timestamptz not null default now()
);

-- A single sign-on provider with its SAML settings and domains.
create view auth.sso_connections with (security_invoker = true) as
select
	p.*,
	(select to_jsonb(s) - 'sso_provider_id' from auth.saml_providers s where s.sso_provider_id = p.id) as saml,
	(
		select coalesce(array_agg(d.domain order by d.position), '{}')
		from auth.sso_domains d
		where d.sso_provider_id = p.id
	) as domains
from auth.sso_providers p;
grant select on auth.sso_connections to auth_service;

-- Only the auth service reaches these tables.
do $$
declare
	name text;
begin
	foreach name in array array['one_time_tokens', 'flow_state', 'custom_providers', 'oauth_clients', 'web3_messages', 'sso_providers',
		'sso_domains', 'saml_providers', 'saml_relay_states', 'saml_assertions', 'saml_signing_key']
	loop
		execute format('alter table auth.%I enable row level security', name);
		execute format('alter table auth.%I force row level security', name);
		execute format('create policy auth_service_works on auth.%I for all to auth_service using (true) with check (true)', name);
		execute format('grant select, insert, update, delete on auth.%I to auth_service', name);
	end loop;
end
$$;
