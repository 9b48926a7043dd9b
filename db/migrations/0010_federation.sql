-- Signed messages of wallets that opened a session: each does so once, on whichever node.
create table auth.web3_messages (
	hash bytea primary key,
	expires_at timestamptz not null
);
create index web3_messages_expires_at on auth.web3_messages (expires_at);

-- Apps of others that are registered here.
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
	-- The secret has 256 random bits and is shown once: a plain hash of it tells nothing.
	secret_hash bytea,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	constraint oauth_clients_secret check ((client_type = 'confidential') = (secret_hash is not null))
);
create index oauth_clients_created_at on auth.oauth_clients (created_at desc, id);

-- Providers that administrators add while the server runs, beside those of the settings.
create table auth.custom_providers (
	id uuid primary key default gen_random_uuid(),
	provider_type text not null check (provider_type in ('oauth2', 'oidc')),
	identifier text not null check (identifier like 'custom:_%' and length(identifier) <= 64),
	name text not null check (name <> '' and length(name) <= 255),
	client_id text not null,
	-- Encrypted with the installation's key: it has to be shown to the provider.
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

do $$
declare
	name text;
begin
	foreach name in array array['web3_messages', 'oauth_clients', 'custom_providers'] loop
		execute format('alter table auth.%I enable row level security', name);
		execute format('alter table auth.%I force row level security', name);
		execute format('create policy auth_service_works on auth.%I for all to auth_service using (true) with check (true)', name);
		execute format('grant select, insert, update, delete on auth.%I to auth_service', name);
	end loop;
end
$$;
