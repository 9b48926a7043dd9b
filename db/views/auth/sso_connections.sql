-- A single sign-on provider with its SAML settings and domains.
create or replace view auth.sso_connections with (security_invoker = true) as
select
	p.id, p.resource_id, p.disabled, p.created_at, p.updated_at,
	(select to_jsonb(s) - 'sso_provider_id' from auth.saml_providers s where s.sso_provider_id = p.id) as saml,
	(
		select coalesce(array_agg(d.domain order by d.position), '{}')
		from auth.sso_domains d
		where d.sso_provider_id = p.id
	) as domains
from auth.sso_providers p;

grant select on auth.sso_connections to auth_service;
