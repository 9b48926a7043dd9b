-- What a draft of a wall selects, for members: {published, chosen, spread}. `selection` is that of a wall, `placed` are the ids of its
-- order; `chosen` knows no limit.
create or replace function public.selection_counts(space_id uuid, selection jsonb, placed uuid[] default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
	asked constant uuid := selection_counts.space_id;
	ids constant uuid[] := array(select jsonb_array_elements_text(selection -> 'ids')::uuid);
	counts record;
begin
	if asked is null or asked <> all (private.spaces_as('viewer')) then
		raise exception using errcode = '42501', message = 'Only members of a space may see its counts.';
	end if;
	select * into counts from private.wall_counts(asked, nullif(array(select jsonb_array_elements_text(selection -> 'kinds')), '{}'),
		nullif(array(select jsonb_array_elements_text(selection -> 'forms')::uuid), '{}'),
		nullif(array(select jsonb_array_elements_text(selection -> 'tags')::uuid), '{}'),
		(selection ->> 'min_date')::date, placed || ids, cardinality(ids) > 0);
	return jsonb_build_object('published', counts.published, 'chosen', counts.chosen,
		'spread', array[counts.one, counts.two, counts.three, counts.four, counts.five]);
end
$$;

alter function public.selection_counts(uuid, jsonb, uuid[]) owner to product_door;
grant execute on function public.selection_counts(uuid, jsonb, uuid[]) to authenticated;
