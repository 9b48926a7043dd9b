-- A form of a space by its id or slug, for callers who may invite to it: {id, locale, is_open}, or null.
create or replace function private.form_to_ask(space uuid, form text) returns jsonb
language sql stable security definer set search_path = '' as $$
	select jsonb_build_object('id', f.id, 'locale', f.locale, 'is_open', f.is_open) from public.forms f
	where f.space_id = $1 and $2 in (f.id::text, f.slug) and f.space_id = any (private.spaces_for('editor', 'invitations:write'))
$$;

grant execute on function private.form_to_ask(uuid, text) to authenticated;
