-- Sign-on through a company's own identity provider (SAML 2.0). Only the role auth_service reaches these tables.
create table auth.sso_providers (
	id uuid primary key default gen_random_uuid(),
	-- A name of the administrator's own choice, for tools that keep no UUID.
	resource_id text check (resource_id <> '' and length(resource_id) <= 255),
	disabled boolean not null default false,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);
create unique index sso_providers_resource_id_key on auth.sso_providers (lower(resource_id));

create table auth.sso_domains (
	domain text primary key check (domain = lower(domain) and length(domain) <= 253),
	sso_provider_id uuid not null references auth.sso_providers on delete cascade,
	-- The order in which the administrator named them.
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
	-- When the metadata was last read well, and last asked for.
	metadata_read_at timestamptz not null default now(),
	metadata_tried_at timestamptz not null default now(),
	constraint saml_providers_entity_id_key unique (entity_id)
);

-- Who was sent to an identity provider and has two minutes to come back, once.
create table auth.saml_relay_states (
	id uuid primary key,
	sso_provider_id uuid not null references auth.sso_providers on delete cascade,
	-- The ID of the request; the answer must name it.
	request_id text not null,
	redirect_to text not null,
	flow_state_id uuid references auth.flow_state on delete cascade,
	created_at timestamptz not null default now()
);
create index saml_relay_states_sso_provider_id on auth.saml_relay_states (sso_provider_id);
create index saml_relay_states_flow_state_id on auth.saml_relay_states (flow_state_id);

-- Assertions that were used, until they would be refused for their age anyway. Named by issuer, not by provider:
-- a provider that is removed and added again must not take them once more.
create table auth.saml_assertions (
	digest bytea primary key,
	expires_at timestamptz not null
);
create index saml_assertions_expires_at on auth.saml_assertions (expires_at);

-- The key that signs requests, when the settings name none. One for all nodes, encrypted with the installation's secret.
create table auth.saml_signing_key (
	singleton boolean primary key default true check (singleton),
	sealed_key bytea not null,
	created_at timestamptz not null default now()
);

-- When the identity provider wants the session to end; waits here for the code to be exchanged.
alter table auth.flow_state add column session_not_after timestamptz;

do $$
declare
	name text;
begin
	foreach name in array array['sso_providers', 'sso_domains', 'saml_providers', 'saml_relay_states', 'saml_assertions', 'saml_signing_key'] loop
		execute format('alter table auth.%I enable row level security', name);
		execute format('alter table auth.%I force row level security', name);
		execute format('create policy auth_service_works on auth.%I for all to auth_service using (true) with check (true)', name);
		execute format('grant select, insert, update, delete on auth.%I to auth_service', name);
	end loop;
end
$$;

-- An identity provider as a whole: its terms, its domains in their order.
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
