-- The invitation of a personal link, found by the hash of its token; null for an unknown one. `state` is `expired` from the moment
-- on which the link ends, and `erased` for an invitation that is deleted but for its hashes. A deleted form has no slug.
create or replace function private.find_invitation(token_hash bytea) returns jsonb
language sql stable security definer set search_path = '' as $$
	select jsonb_build_object(
		'id', i.id, 'space_id', i.space_id, 'form_id', i.form_id, 'form_slug', f.slug, 'email', i.email, 'name', i.name,
		'company', i.company, 'expires_at', i.expires_at, 'space_name', s.name, 'space_brand', s.brand,
		'locale', coalesce(f.locale, s.locale),
		'state', case when i.state in ('sent', 'opened') and i.expires_at <= now() then 'expired' else i.state end,
		'is_declined', exists (select from private.declined_addresses d
			where d.space_id = i.space_id and d.address_hash = private.address_hash(i.space_id, i.email)))
	from private.invitation_tokens t
	join public.invitations i on i.space_id = t.space_id and i.id = t.invitation_id
	join public.spaces s on s.id = i.space_id
	left join public.forms f on f.space_id = i.space_id and f.id = i.form_id
	where t.token_hash = $1
	union all
	select jsonb_build_object(
		'space_id', e.space_id, 'form_id', null, 'form_slug', null, 'email', null, 'name', null, 'company', null, 'expires_at', null,
		'space_name', s.name, 'space_brand', s.brand, 'locale', s.locale, 'state', 'erased',
		'is_declined', exists (select from private.declined_addresses d
			where d.space_id = e.space_id and d.address_hash = e.address_hash))
	from private.erased_invitations e
	join public.spaces s on s.id = e.space_id
	where e.token_hash = $1
$$;

grant execute on function private.find_invitation(bytea) to anon;
