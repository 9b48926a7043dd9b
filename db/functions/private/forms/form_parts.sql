-- The part of a form that drafts change and versions keep: all that visitors see and that judges their submissions, with the questions in
-- their order. The address, the name, the switch and the approval apply at once.
create or replace function private.form_parts(space uuid, form uuid) returns jsonb
language sql stable set search_path = '' as $$
	select to_jsonb(f) - '{id,space_id,slug,name,is_open,auto_approve,created_at,updated_at}'::text[] || jsonb_build_object('questions', coalesce((
		select jsonb_agg(to_jsonb(q) - '{space_id,form_id,position}'::text[] order by q.position, q.id) from public.form_questions q
		where q.space_id = space and q.form_id = form), '[]'))
	from public.forms f where f.space_id = space and f.id = form
$$;

alter function private.form_parts(uuid, uuid) owner to product_door;
grant execute on function private.form_parts(uuid, uuid) to authenticated, service_role;
