-- The numbers of what a draft of a wall selects, for members: {published, chosen, is_least, spread}. `selection` is that of a wall, `placed` are the ids of its
-- order; `chosen` knows no limit. `is_least` says that it may be more: rules with a tag or a date read at most a thousand testimonials.
create or replace function public.selection_counts(space_id uuid, selection jsonb, placed uuid[] default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
	asked constant uuid := selection_counts.space_id;
	ids constant uuid[] := array(select jsonb_array_elements_text(selection -> 'ids')::uuid);
	fixed constant uuid[] := placed || ids;
	kinds constant text[] := nullif(array(select jsonb_array_elements_text(selection -> 'kinds')), '{}');
	forms constant uuid[] := nullif(array(select jsonb_array_elements_text(selection -> 'forms')::uuid), '{}');
	tags constant uuid[] := nullif(array(select jsonb_array_elements_text(selection -> 'tags')::uuid), '{}');
	since constant date := selection ->> 'min_date';
	is_read constant boolean := cardinality(ids) = 0 and (tags is not null or since is not null);
	counts record;
	ruled int := 0;
	is_least boolean := false;
begin
	if asked is null or asked <> all (private.spaces_as('viewer')) then
		raise exception using errcode = '42501', message = 'Only members of a space may see its counts.';
	end if;
	if is_read then
		select * into counts from private.wall_counts(asked, null, null, null, null, fixed, true);
		select c.chosen, c.is_least into ruled, is_least from private.chosen_at_least(asked, kinds, forms, tags, since, fixed) c;
	else
		select * into counts from private.wall_counts(asked, kinds, forms, null, null, fixed, cardinality(ids) > 0);
	end if;
	return jsonb_build_object('published', counts.published, 'chosen', counts.chosen + ruled, 'is_least', is_least,
		'spread', array[counts.one, counts.two, counts.three, counts.four, counts.five]);
end
$$;

grant execute on function public.selection_counts(uuid, jsonb, uuid[]) to authenticated;
